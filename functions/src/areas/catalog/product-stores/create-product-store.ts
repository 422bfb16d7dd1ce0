import { addProductStore, changeProductStore, getProductStore } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireProductStore } from '../../../data/catalog/wire.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { retryUntilWritten } from '../../../data/table/transact.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Sets the price of a product in a store, whether the store sold it before or not. */
export const createProductStore: Operations['productStores']['create'] = async ({ companyId }, { body }) => {
  const { storeId, productId, stockBefore, ...pricing } = body
  const store = await requireRow(companyId, STORES, storeId, true)
  const { action, row } = await retryUntilWritten(async () => {
    const before = await getProductStore(companyId, storeId, productId, true)
    if (before) return { action: 'update' as const, row: await changeProductStore(before, pricing, stockBefore) }
    return { action: 'create' as const, row: await addProductStore(companyId, storeId, productId, pricing) }
  })
  const shown = toWireProductStore(row, store)
  await publishRow(companyId, 'productStore', action, shown)
  return shown
}
