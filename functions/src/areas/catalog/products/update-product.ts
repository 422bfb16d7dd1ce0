import { mayDo } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireProduct } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import type { Operations } from '../operations.ts'
import { changeAndTell } from './change-and-tell.ts'

/** Who may not choose the category says the one it has, or none. */
export const updateProduct: Operations['products']['update'] = async (ctx, { params: { id }, body }) => {
  const { categoryId, ...changes } = body
  if (categoryId === undefined || mayDo('user-modal:editProfile', ctx.actor)) return changeAndTell(ctx, id, body)
  const shown = await wireProduct(await requireProduct(ctx.companyId, id, true))
  if (categoryId !== shown.categoryId) throw new AppError('ERR_NO_PERMISSION')
  return changeAndTell(ctx, id, changes)
}
