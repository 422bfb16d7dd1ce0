import { createHash } from 'node:crypto'
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { showObject } from '../../../integrations/storage.ts'
import { assertPicture } from '../../assert-picture.ts'
import { pictureType } from '../../picture-type.ts'

export const LOGO_TYPES = ['image/png', 'image/jpeg']

/**
 * Stores a company's logo; its type is detected from its bytes. An earlier logo stays stored: a
 * browser may be showing it.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_PICTURE_TOO_LARGE
 */
export async function storeLogo(
  companyId: string,
  [file]: readonly UploadedFile[],
): Promise<{ mediaPath: string; mediaName: string }> {
  if (!file || file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  const format = pictureType(file.bytes)
  if (!format || !LOGO_TYPES.includes(format.mimetype)) throw new AppError('ERR_UPLOAD_TYPE')
  assertPicture(file.bytes)
  const digest = createHash('sha256').update(file.bytes).digest('base64url').slice(0, 32)
  const key = `${PUBLIC_FILES}${companyId}/logo/${digest}.${format.extension}`
  await showObject(key, file.bytes, format.mimetype)
  return { mediaPath: `/${key}`, mediaName: cutText(file.fileName, 255) }
}
