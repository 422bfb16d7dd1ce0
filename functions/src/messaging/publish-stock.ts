import { getProductStores } from '../data/catalog/product-store.ts'
import { STORES } from '../data/catalog/store.ts'
import { toWireProductStore } from '../data/catalog/wire.ts'
import { getRow } from '../data/table/small-list.ts'
import { publishRow } from './publish-row.ts'

/** Publishes the remaining stock of products in a store, after an order took or returned some. */
export async function publishStock(companyId: string, storeId: string, productIds: readonly string[]): Promise<void> {
  const [rows, store] = await Promise.all([
    getProductStores(companyId, storeId, productIds, true),
    getRow(companyId, STORES, storeId),
  ])
  if (!store) return
  await Promise.all(
    [...rows.values()].map(row => publishRow(companyId, 'productStore', 'update', toWireProductStore(row, store))),
  )
}
