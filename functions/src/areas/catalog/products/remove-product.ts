import { deleteProduct } from '../../../data/catalog/product.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removeProduct: Operations['products']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const product = await deleteProduct(companyId, id)
  if (!product) return
  audit({ name: product.name })
  await publishRowDeleted(companyId, 'product', id)
}
