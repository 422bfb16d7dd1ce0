/**
 * Searches a store's products for a cart as the user types: at most ten read units, however many
 * products there are.
 */
import { searchPage } from '../table/search.ts'
import { firstSoldIn, getProductStores, type ProductStoreRow, searchKindOf } from './product-store.ts'

/**
 * Maximum number of products in an answer: each row, with its current stock, costs half a read
 * unit.
 */
const MAX_HITS = 12

/**
 * Returns the budget: nine units, of which each hit's row takes half a unit; the tenth is the
 * caller's.
 */
const budget = () => ({ bytes: 9 * 8192, perHit: 4096 })

/** Returns the active products of a store that `text` finds, or its first by name. */
export async function searchInStore(companyId: string, storeId: string, text: string): Promise<ProductStoreRow[]> {
  const ids = text.trim() ? await found(companyId, storeId, text) : await firstSoldIn(companyId, storeId, MAX_HITS)
  const rows = await getProductStores(companyId, storeId, ids)
  return ids.flatMap(id => rows.get(id) ?? []).filter(row => row.isActive)
}

async function found(companyId: string, storeId: string, text: string): Promise<string[]> {
  const { hits } = await searchPage(companyId, searchKindOf(storeId), text, MAX_HITS, null, budget())
  return hits.map(({ id }) => id)
}
