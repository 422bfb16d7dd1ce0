import { findProductStore, removeProductStore as remove } from '../../../data/catalog/product-store.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removeProductStore: Operations['productStores']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const row = await findProductStore(companyId, id)
  const removed = row && (await remove(companyId, row.storeId, row.productId))
  if (!removed) return
  audit({ name: removed.name })
  await publishRowDeleted(companyId, 'productStore', id)
}
