import { deleteProduct } from '../../../data/catalog/product.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const removeProduct: Operations['products']['remove'] = async ({ companyId }, { params: { id } }) => {
  if (await deleteProduct(companyId, id)) await tellGone(companyId, 'product', id)
}
