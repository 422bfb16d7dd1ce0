import { createProduct as create } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { pictureAlong } from './store-picture.ts'

export const createProduct: Operations['products']['create'] = async ({ companyId, actor }, { body, files }) => {
  const picture = await pictureAlong(companyId, files)
  const product = await wireProduct(await create(companyId, { ...body, ...picture, userId: actor.userId }))
  await publishRow(companyId, 'product', 'create', product)
  return product
}
