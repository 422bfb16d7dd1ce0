import { AppError } from '@balcao/shared/errors.ts'
import { type FileFormat, fileFormatOf, HEADER_FILES } from '@balcao/shared/rules/templates/header-files.ts'
import { assertPicture } from '../../assert-picture.ts'
import { pictureType } from '../../picture-type.ts'

/**
 * Returns the type of a file by its first bytes (MP4: ISO 14496-12 §4.3, but not QuickTime's brand;
 * PDF: ISO 32000-1 §7.5.2).
 */
function mimetypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('%PDF-')) return 'application/pdf'
  if (head.slice(4, 8) === 'ftyp') return head.slice(8, 12) === 'qt  ' ? undefined : 'video/mp4'
  return pictureType(bytes)?.mimetype
}

/**
 * Returns what a sample is, by its bytes and not by its name.
 * @throws ERR_TEMPLATE_FILE, ERR_UPLOAD_TYPE, ERR_PICTURE_TOO_LARGE
 */
export function sampleType(bytes: Uint8Array): { mimetype: string; format: FileFormat } {
  const mimetype = mimetypeOf(bytes)
  const format = mimetype && fileFormatOf(mimetype)
  if (!format || bytes.length > HEADER_FILES[format].maxBytes) throw new AppError('ERR_TEMPLATE_FILE')
  if (format === 'IMAGE') assertPicture(bytes)
  return { mimetype, format }
}
