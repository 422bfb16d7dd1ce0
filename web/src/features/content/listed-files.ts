/** The files of a list while it is edited, and saving them with it. */
import { files } from '@balcao/shared/api/content/files.ts'
import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import type { FileList, FileListOption } from '@balcao/shared/entities/file-list.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { kindOf } from '#/components/media-field.tsx'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'

/** A place of the list, in the form. */
export type ListedFile = {
  /** Of this form alone. */
  key: string
  /** The place on the server, once it has one. */
  id?: string
  text: string
  /** What the server has there. */
  kept: Pick<FileListOption, 'fileName' | 'path' | 'mediaType' | 'size'> | null
  /** What was chosen here and is not there yet. */
  file: File | null
}

export const listedFiles = (row: FileList | null): ListedFile[] =>
  (row?.options ?? []).map(({ id, name, fileName, path, mediaType, size }) => ({
    key: id,
    id,
    text: name,
    kept: path === null ? null : { fileName, path, mediaType, size },
    file: null,
  }))

export const addedFile = (file: File): ListedFile => ({ key: crypto.randomUUID(), text: '', kept: null, file })

/** Bytes a file of this kind may have. */
export const limitOf = (file: File): number => MEDIA_LIMITS[kindOf(file) as keyof typeof MEDIA_LIMITS]

/** The list with a file moved by so many places. */
export function moved(list: readonly ListedFile[], key: string, to: number): ListedFile[] {
  const at = list.findIndex(each => each.key === key)
  const place = Math.min(Math.max(to, 0), list.length - 1)
  const file = list[at]
  return file && place !== at ? list.toSpliced(at, 1).toSpliced(place, 0, file) : [...list]
}

type Saving = {
  /** The row as last saved; null: a new one. */
  known: FileList | null
  body: { name: string; message: string }
  list: readonly ListedFile[]
  /** Hears each step: a try that fails is gone on with where it stood. */
  onRow: (row: FileList, list: ListedFile[]) => void
  /** The share of a file that is sent, 0 to 1. */
  onProgress: (key: string, share: number) => void
}

/** Saves the list, then each new file into its place, one after the other. Rejects with the server's ApiError. */
export async function saveFileList({ known, body, list, onRow, onProgress }: Saving): Promise<FileList> {
  const options = list.map(({ id, text }) => ({ ...(id ? { id } : {}), name: text }))
  let row = known
    ? await api(files.update, { params: { id: known.id }, body: { ...body, options } })
    : await api(files.create, { body: { ...body, options } })
  // Answered in the order that was sent, hence the new places have their ids.
  let now = list.map((each, i) => ({ ...each, id: row.options[i]!.id }))
  onRow(row, now)
  for (const { key, id, file } of now) {
    if (!file) continue
    onProgress(key, 0)
    row = await sendFile(row.id, id, file, share => onProgress(key, share))
    const kept = row.options.find(option => option.id === id) ?? null
    now = now.map(each => (each.key === key ? { ...each, kept, file: null } : each))
    onRow(row, now)
  }
  return row
}

async function sendFile(
  listId: string,
  optionId: string,
  file: File,
  tell: (share: number) => void,
): Promise<FileList> {
  const params = { id: listId }
  if (file.size <= INLINE_LIMIT)
    return api(files.uploadList, { params, body: { optionIds: optionId } }, { files: [file] })
  const described = { fileName: file.name || 'arquivo', mimetype: file.type || 'application/octet-stream' }
  const form = await api(files.uploads, { params, body: { ...described, size: file.size } })
  await putUpload(form, file, undefined, tell)
  return api(files.uploadList, { params, body: { uploads: [{ key: form.key, ...described, optionId }] } })
}
