import { createProduct as create } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const createProduct: Operations['products']['create'] = async ({ companyId, actor }, { body }) => {
  const product = await wireProduct(await create(companyId, { ...body, userId: actor.userId }))
  await tellRow(companyId, 'product', 'create', product)
  return product
}
