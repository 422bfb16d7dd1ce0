import { requireProduct } from '../../../data/catalog/product.ts'
import type { Operations } from '../operations.ts'
import { changeAndPublish } from './change-and-publish.ts'
import { pictureAlong } from './store-picture.ts'

/**
 * Updates a product. An earlier picture stays stored: orders and conversations still show what was
 * sold.
 */
export const updateProduct: Operations['products']['update'] = async (
  ctx,
  { params: { id }, body: { media, ...changes }, files },
) => {
  if (files.length > 0) await requireProduct(ctx.companyId, id)
  const gone = media === null ? { picture: null, mediaName: null } : {}
  return changeAndPublish(ctx, id, { ...changes, ...gone, ...(await pictureAlong(ctx.companyId, files)) })
}
