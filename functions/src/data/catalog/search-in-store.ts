/** What a cart finds in a store, as one types: at most ten read units, however many products there are. */
import { searchPage } from '../table/search.ts'
import { firstSoldIn, getProductStores, type ProductStoreRow, searchKindOf } from './product-store.ts'

/** Products of an answer: the row of each, with its stock of this moment, is half a read unit. */
const MOST_HITS = 12

/** Nine units, of which the row of a hit takes half a one: the tenth is the caller's. */
const budget = () => ({ bytes: 9 * 8192, perHit: 4096 })

/** Active products of a store that `text` finds, or its first by name. */
export async function searchInStore(companyId: string, storeId: string, text: string): Promise<ProductStoreRow[]> {
  const ids = text.trim() ? await found(companyId, storeId, text) : await firstSoldIn(companyId, storeId, MOST_HITS)
  const rows = await getProductStores(companyId, storeId, ids)
  return ids.flatMap(id => rows.get(id) ?? []).filter(row => row.isActive)
}

async function found(companyId: string, storeId: string, text: string): Promise<string[]> {
  const { hits } = await searchPage(companyId, searchKindOf(storeId), text, MOST_HITS, null, budget())
  return hits.map(({ id }) => id)
}
