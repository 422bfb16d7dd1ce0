import { PICTURE_LIMIT } from '@balcao/shared/api/catalog/products.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { bareMimetype } from '@balcao/shared/media.ts'
import { requireProduct } from '../../../data/catalog/product.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { readPrepared } from '../../read-prepared.ts'
import { keptFolder, preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { changeAndPublish } from './change-and-publish.ts'
import { storePicture } from './store-picture.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Stores a product's picture. An earlier one stays stored: orders and conversations still show what
 * was sold.
 */
export const uploadProductMedia: Operations['products']['uploadMedia'] = async (
  ctx,
  { params: { id }, body, files },
) => {
  const { companyId } = ctx
  await requireProduct(companyId, id)
  const { key, fileName = 'picture' } = body
  if (key === undefined || files.length > 0) return changeAndPublish(ctx, id, await storePicture(companyId, files))
  const bytes = await readPrepared(companyId, keptFolder(id), key, PICTURE_LIMIT)
  return changeAndPublish(ctx, id, await storePicture(companyId, [{ bytes, fileName, mimetype: '' }]))
}

export const removeProductMedia: Operations['products']['removeMedia'] = (ctx, { params: { id } }) =>
  changeAndPublish(ctx, id, { picture: null, mediaName: null })

/** Prepares the upload of a picture; S3 itself refuses a larger one. */
export const prepareProductPicture: Operations['products']['uploads'] = async ({ companyId }, { params, body }) => {
  await requireProduct(companyId, params.id)
  if (!TYPES.includes(bareMimetype(body.mimetype))) throw new AppError('ERR_UPLOAD_TYPE')
  const key = preparedKey(companyId, keptFolder(params.id))
  return { key, ...(await uploadForm(key, body.mimetype, PICTURE_LIMIT)) }
}
