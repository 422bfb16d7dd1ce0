import { getProductStores } from '../data/catalog/product-store.ts'
import { STORES } from '../data/catalog/store.ts'
import { toWireProductStore } from '../data/catalog/wire.ts'
import { getRow } from '../data/table/small-list.ts'
import { tellRow } from './tell-row.ts'

/** Publishes the remaining stock of products in a store, after an order took or returned some. */
export async function tellStock(companyId: string, storeId: string, productIds: readonly string[]): Promise<void> {
  const [rows, store] = await Promise.all([
    getProductStores(companyId, storeId, productIds, true),
    getRow(companyId, STORES, storeId),
  ])
  if (!store) return
  await Promise.all(
    [...rows.values()].map(row => tellRow(companyId, 'productStore', 'update', toWireProductStore(row, store))),
  )
}
