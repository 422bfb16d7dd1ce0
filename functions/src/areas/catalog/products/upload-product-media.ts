import { requireProduct } from '../../../data/catalog/product.ts'
import type { Operations } from '../operations.ts'
import { changeAndTell } from './change-and-tell.ts'
import { storePicture } from './store-picture.ts'

/** An earlier picture stays where it is: orders and conversations go on showing what was sold. */
export const uploadProductMedia: Operations['products']['uploadMedia'] = async (ctx, { params: { id }, files }) => {
  await requireProduct(ctx.companyId, id)
  return changeAndTell(ctx, id, await storePicture(ctx.companyId, files))
}

export const removeProductMedia: Operations['products']['removeMedia'] = (ctx, { params: { id } }) =>
  changeAndTell(ctx, id, { picture: null, mediaName: null })
