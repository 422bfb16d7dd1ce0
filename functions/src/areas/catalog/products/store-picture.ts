import { createHash } from 'node:crypto'
import type { UploadedFile } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { pictureKey } from '../../../data/catalog/picture.ts'
import type { Picture } from '../../../data/catalog/product-row.ts'
import { putObject } from '../../../integrations/storage.ts'

/** What a picture is, by how it begins (PNG: ISO 15948 §5.2; JPEG: T.81 §B.1.1.3; WebP: RFC 9649 §2.4). */
function formatOf(bytes: Uint8Array): { extension: string; mimetype: string } | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { extension: 'png', mimetype: 'image/png' }
  if (head.startsWith('\xff\xd8\xff')) return { extension: 'jpg', mimetype: 'image/jpeg' }
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return { extension: 'webp', mimetype: 'image/webp' }
  return undefined
}

/** Nobody asks for it again: another content has another name. */
const FOR_EVER = 'public, max-age=31536000, immutable'

async function storeOne(companyId: string, { bytes, mimetype, extension }: Known): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 32)
  const file = `${digest}.${extension}`
  await putObject(pictureKey(companyId, file), bytes, mimetype, FOR_EVER)
  return file
}

type Known = { bytes: Uint8Array; mimetype: string; extension: string }

/**
 * Stores a picture, the size of a detail first and that of a list behind it, whatever its files are called. Throws
 * ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE.
 */
export async function storePicture(
  companyId: string,
  files: readonly UploadedFile[],
): Promise<{ picture: Picture; mediaName: string }> {
  const pictures = files.map(({ bytes }): Known => {
    if (bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
    const format = formatOf(bytes)
    if (!format) throw new AppError('ERR_UPLOAD_TYPE')
    return { bytes, ...format }
  })
  const [detail, list = detail] = pictures
  if (!detail || !list) throw new AppError('ERR_UPLOAD_MISSING')
  const [detailFile, listFile] = await Promise.all([storeOne(companyId, detail), storeOne(companyId, list)])
  return { picture: { detail: detailFile, list: listFile }, mediaName: cutText(files[0]!.fileName, 255) }
}
