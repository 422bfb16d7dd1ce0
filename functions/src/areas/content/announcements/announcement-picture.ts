import { ANNOUNCEMENT_PICTURE } from '@balcao/shared/api/content/announcements.ts'
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { bareMimetype } from '@balcao/shared/media.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS, type AnnouncementRow } from '../../../data/content/announcement.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { logger } from '../../../http/logger.ts'
import { readObjectHead, removeObjects, uploadForm } from '../../../integrations/storage.ts'
import { pictureType } from '../../picture-type.ts'
import { keepUpload, keptFolder, preparedKey, type ReadyMedia, storeFile } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { publishAnnouncement } from './publish-announcement.ts'

const TYPES = ['image/png', 'image/jpeg']
/** First bytes of a picture that show its type. */
const HEAD_BYTES = 16

/**
 * Returns PNG or JPEG by a file's first bytes, whatever its name.
 * @throws ERR_UPLOAD_TYPE
 */
function typeOf(bytes: Uint8Array): string {
  const type = pictureType(bytes)?.mimetype
  if (!type || !TYPES.includes(type)) throw new AppError('ERR_UPLOAD_TYPE')
  return type
}

/**
 * Removes an announcement's stored picture. The row no longer names it, so an object that cannot be
 * removed does not fail the call; no message shows it.
 */
export async function forgetPicture(media: KeptMedia | null): Promise<void> {
  try {
    if (media) await removeObjects([media.key])
  } catch (error) {
    logger.warn('a picture stays in the bucket', { error: error as Error })
  }
}

/**
 * Stores the picture that came with an announcement; null if there is none.
 * @throws ERR_UPLOAD_TYPE, ERR_UPLOAD_MISSING
 */
export async function storePicture(id: string, [file]: readonly UploadedFile[]): Promise<ReadyMedia | null> {
  return file ? storeSmall(id, file) : null
}

async function storeSmall(id: string, file: UploadedFile): Promise<ReadyMedia> {
  if (file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  return storeFile(SYSTEM, keptFolder(id), { ...file, mimetype: typeOf(file.bytes) }, false)
}

async function keepLarge(id: string, key: string, fileName: string): Promise<ReadyMedia> {
  // Detects the type only after the copy: the upload could still be overwritten.
  const { media } = await keepUpload(SYSTEM, keptFolder(id), { key, fileName, mimetype: 'image/png', ptt: false })
  try {
    if ((media.size ?? 0) > ANNOUNCEMENT_PICTURE) throw new AppError('ERR_UPLOAD_TOO_LARGE')
    const found = await readObjectHead(media.key, HEAD_BYTES)
    return { ...media, mimetype: typeOf(found?.bytes ?? new Uint8Array()) }
  } catch (error) {
    await forgetPicture(media)
    throw error
  }
}

/** Changes an announcement with its picture, and removes the earlier one. */
export async function changePicture(
  before: AnnouncementRow,
  media: ReadyMedia | null,
  changes: Partial<AnnouncementRow> = {},
) {
  const row = await changeRow(SYSTEM, ANNOUNCEMENTS, before, { ...changes, media })
  if (before.media?.key !== media?.key) await forgetPicture(before.media)
  return publishAnnouncement('update', row)
}

/** Replaces an announcement's picture. */
export const uploadAnnouncementMedia: Operations['announcements']['uploadMedia'] = async (_, call) => {
  const { key, fileName = 'picture' } = call.body
  const [file] = call.files
  const before = await requireRow(SYSTEM, ANNOUNCEMENTS, call.params.id, true)
  if (file) return changePicture(before, await storeSmall(before.id, file))
  if (key === undefined) throw new AppError('ERR_UPLOAD_MISSING')
  return changePicture(before, await keepLarge(before.id, key, fileName))
}

export const removeAnnouncementMedia: Operations['announcements']['removeMedia'] = async (_, { params }) =>
  changePicture(await requireRow(SYSTEM, ANNOUNCEMENTS, params.id, true), null)

/** Prepares the upload of a picture; S3 itself refuses a larger one. */
export const prepareAnnouncementPicture: Operations['announcements']['uploads'] = async (_, { params, body }) => {
  await requireRow(SYSTEM, ANNOUNCEMENTS, params.id)
  if (!TYPES.includes(bareMimetype(body.mimetype))) throw new AppError('ERR_UPLOAD_TYPE')
  const key = preparedKey(SYSTEM, keptFolder(params.id))
  return { key, ...(await uploadForm(key, body.mimetype, ANNOUNCEMENT_PICTURE)) }
}
