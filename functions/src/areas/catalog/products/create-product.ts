import { mayDo } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { createProduct as create } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const createProduct: Operations['products']['create'] = async ({ companyId, actor }, { body }) => {
  if (body.categoryId !== null && !mayDo('user-modal:editProfile', actor)) throw new AppError('ERR_NO_PERMISSION')
  const product = await wireProduct(await create(companyId, { ...body, userId: actor.userId }))
  await tellRow(companyId, 'product', 'create', product)
  return product
}
