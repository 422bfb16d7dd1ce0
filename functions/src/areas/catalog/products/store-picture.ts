import { createHash } from 'node:crypto'
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { pictureKey } from '../../../data/catalog/picture.ts'
import type { Picture } from '../../../data/catalog/product-row.ts'
import { showObject } from '../../../integrations/storage.ts'
import { assertPicture } from '../../assert-picture.ts'
import { pictureType } from '../../picture-type.ts'

async function storeOne(companyId: string, { bytes, mimetype, extension }: Known): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 32)
  const file = `${digest}.${extension}`
  await showObject(pictureKey(companyId, file), bytes, mimetype)
  return file
}

type Known = { bytes: Uint8Array; mimetype: string; extension: string }

/**
 * Stores the picture that came with a product, if there is one, and returns the product's fields
 * for it.
 */
export const pictureAlong = async (companyId: string, files: readonly UploadedFile[]) =>
  files.length > 0 ? storePicture(companyId, files) : {}

/**
 * Stores a picture in the size of a detail first and that of a list second, whatever its files are
 * called.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_PICTURE_TOO_LARGE
 */
export async function storePicture(
  companyId: string,
  files: readonly UploadedFile[],
): Promise<{ picture: Picture; mediaName: string }> {
  const pictures = files.map(({ bytes }): Known => {
    if (bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
    const format = pictureType(bytes)
    if (!format) throw new AppError('ERR_UPLOAD_TYPE')
    assertPicture(bytes)
    return { bytes, ...format }
  })
  const [detail, list = detail] = pictures
  if (!detail || !list) throw new AppError('ERR_UPLOAD_MISSING')
  const [detailFile, listFile] = await Promise.all([storeOne(companyId, detail), storeOne(companyId, list)])
  return { picture: { detail: detailFile, list: listFile }, mediaName: cutText(files[0]!.fileName, 255) }
}
