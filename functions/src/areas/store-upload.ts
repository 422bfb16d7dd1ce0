import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { KEPT_FILES, PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { copyObject, type ObjectHead, putObject, readObjectHead } from '../integrations/storage.ts'
import { assertPicture, PICTURE_HEAD_BYTES } from './assert-picture.ts'
import { assertContent, assertSize, kindOf, MAGIC_BYTES, type SentKind } from './media-kind.ts'

export type ReadyMedia = StoredMedia & { key: string }

/** Returns the folder of files that are sent in a ticket, or to a contact. */
const folderOf = (companyId: string, ticketId: string): string => `${companyId}/media/${ticketId}/`

/**
 * Returns the folder where a browser uploads files to send: they expire there, and sending copies
 * them below `folderOf`.
 */
const preparedFolderOf = (companyId: string, ticketId: string): string =>
  `${PREPARED_UPLOADS}${folderOf(companyId, ticketId)}`

export const preparedKey = (companyId: string, ticketId: string): string =>
  `${preparedFolderOf(companyId, ticketId)}${newId()}`

/**
 * Returns the folder of the files that one row keeps and removes: a form for one row puts nothing
 * into another.
 */
export const keptFolder = (rowId: string): string => `${KEPT_FILES}/${rowId}`

/** Returns whether `preparedKey` puts files of this ticket, contact or list there. */
export function isPreparedFor(companyId: string, ownerId: string, key: string): boolean {
  const folder = preparedFolderOf(companyId, ownerId)
  return key.startsWith(folder) && /^[\w-]+$/.test(key.slice(folder.length))
}

type Described = { fileName: string; mimetype: string; ptt: boolean; seconds?: number | undefined }

const describe = (kind: StoredMedia['kind'], key: string, size: number, given: Described): ReadyMedia => ({
  kind,
  key,
  size,
  mimetype: given.mimetype,
  fileName: given.fileName,
  ...(kind === 'audio' && given.ptt ? { ptt: true } : {}),
  ...(given.seconds === undefined ? {} : { seconds: given.seconds }),
})

/**
 * Returns what a file of a form is sent as.
 * @throws ERR_UPLOAD_TYPE
 */
export const described = ({ mimetype, fileName, bytes }: UploadedFile) => ({
  kind: kindOf(mimetype, fileName),
  mimetype,
  size: bytes.length,
})

/**
 * Requires that a file of a form can be sent, and returns the kind it is sent as.
 * @throws ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE, ERR_PICTURE_TOO_LARGE, ERR_UPLOAD_MISSING for an
 * empty one
 */
export function assertFile(file: UploadedFile): SentKind {
  const kind = kindOf(file.mimetype, file.fileName)
  if (file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
  assertSize(kind, file.bytes.length)
  assertContent(kind, file.bytes)
  if (kind === 'image') assertPicture(file.bytes)
  return kind
}

/**
 * Stores a file of a form, in the folder of a ticket or contact.
 * @throws ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE, ERR_PICTURE_TOO_LARGE, ERR_UPLOAD_MISSING for an
 * empty one
 */
export async function storeFile(
  companyId: string,
  ownerId: string,
  file: UploadedFile,
  ptt: boolean,
): Promise<ReadyMedia> {
  const kind = assertFile(file)
  const key = `${folderOf(companyId, ownerId)}${newId()}`
  await putObject(key, file.bytes, file.mimetype)
  const fileName = cutText(file.fileName, 255)
  return describe(kind, key, file.bytes.length, { fileName, mimetype: file.mimetype, ptt })
}

/**
 * Requires that an object matches its declared kind; reading a picture's header may need all of it.
 * @throws as `keepUpload`
 */
async function assertStored(kind: SentKind, key: string, { size, etag, bytes }: ObjectHead): Promise<void> {
  assertSize(kind, size)
  assertContent(kind, bytes)
  if (kind !== 'image' || assertPicture(bytes, bytes.length === size)) return
  const all = await readObjectHead(key, size)
  if (all?.etag !== etag) throw new AppError('ERR_UPLOAD_MISSING')
  assertPicture(all.bytes)
}

/**
 * Keeps a file that a browser uploaded by a form of `uploads`, after checking that it exists,
 * belongs to this ticket and matches its declared kind. The kept copy stays as first sent, whatever
 * the form is used for afterwards; so a repeated call finds it. `digest` is S3's digest of its
 * bytes. `keptFor` is the owner of the folder it is kept in, where that differs from the one it was
 * prepared for.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TYPE, ERR_UPLOAD_TOO_LARGE, ERR_PICTURE_TOO_LARGE
 */
export async function keepUpload(
  companyId: string,
  ticketId: string,
  given: Described & { key: string },
  keptFor = ticketId,
): Promise<{ media: ReadyMedia; digest: string }> {
  const kind = kindOf(given.mimetype, given.fileName)
  if (!isPreparedFor(companyId, ticketId, given.key)) throw new AppError('ERR_UPLOAD_MISSING')
  const name = given.key.slice(preparedFolderOf(companyId, ticketId).length)
  const key = `${folderOf(companyId, keptFor)}${name}`
  const head = kind === 'image' ? PICTURE_HEAD_BYTES : MAGIC_BYTES
  const kept = await readObjectHead(key, head)
  const found = kept ?? (await readObjectHead(given.key, head))
  if (!found) throw new AppError('ERR_UPLOAD_MISSING')
  await assertStored(kind, kept ? key : given.key, found)
  if (!kept && !(await copyObject(given.key, key, found.etag))) throw new AppError('ERR_UPLOAD_MISSING')
  return { media: describe(kind, key, found.size, given), digest: found.etag }
}

/**
 * Copies a file into the folder of a ticket, as `name`; undefined when it no longer exists. A
 * second call finds the copy.
 */
export async function copyKept(
  companyId: string,
  ticketId: string,
  { error: _, source: __, ...media }: ReadyMedia,
  name: string,
): Promise<ReadyMedia | undefined> {
  const key = `${folderOf(companyId, ticketId)}${name}`
  if (!(await readObjectHead(key, 1))) {
    const found = await readObjectHead(media.key, 1)
    if (!found || !(await copyObject(media.key, key, found.etag))) return undefined
  }
  return { ...media, key }
}
