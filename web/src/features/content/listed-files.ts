/** Files of a file list during editing, and saving them with the list. */
import { files } from '@balcao/shared/api/content/files.ts'
import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import type { FileList, FileListOption } from '@balcao/shared/entities/file-list.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { kindOf } from '#/components/media-field.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'

/** An entry of the list, in the form. */
export type ListedFile = {
  /** Key in this form alone. */
  key: string
  /** Id of the entry on the server, once it has one. */
  id?: string
  text: string
  /** File the server has for it. */
  kept: Pick<FileListOption, 'fileName' | 'path' | 'mediaType' | 'size'> | null
  /** File chosen here that is not on the server yet. */
  file: File | null
  /** Its place in the bucket, once it was uploaded. */
  upload?: SentFile
}

type SentFile = { of: File; key: string; fileName: string; mimetype: string }

export const listedFiles = (row: FileList | null): ListedFile[] =>
  (row?.options ?? []).map(({ id, name, fileName, path, mediaType, size }) => ({
    key: id,
    id,
    text: name,
    kept: path === null ? null : { fileName, path, mediaType, size },
    file: null,
  }))

export const addedFile = (file: File): ListedFile => ({ key: crypto.randomUUID(), text: '', kept: null, file })

/** Returns the maximum size of a file of this kind, bytes. */
export const limitOf = (file: File): number => MEDIA_LIMITS[kindOf(file) as keyof typeof MEDIA_LIMITS]

/** Returns the list with a file moved by so many places. */
export function moved(list: readonly ListedFile[], key: string, to: number): ListedFile[] {
  const at = list.findIndex(each => each.key === key)
  const place = Math.min(Math.max(to, 0), list.length - 1)
  const file = list[at]
  return file && place !== at ? list.toSpliced(at, 1).toSpliced(place, 0, file) : [...list]
}

type Saving = {
  /** The list to edit; null: a new one. */
  row: FileList | null
  body: { name: string; message: string }
  list: readonly ListedFile[]
  /** Called after each uploaded file, so that the next attempt does not upload it again. */
  onList: (list: ListedFile[]) => void
  /** Called with the uploaded share of a file, 0 to 1. */
  onProgress: (key: string, share: number) => void
}

/**
 * Saves the list with its files in one call, so that nobody sees it without them. Files too large
 * for a form are uploaded before, one after the other. Rejects with the server's ApiError.
 */
export async function saveFileList({ row, body, list, onList, onProgress }: Saving): Promise<FileList> {
  let room = INLINE_LIMIT
  let now = [...list]
  const sentFiles: File[] = []
  const options: Option[] = []
  for (const each of list) {
    const { key, id, text, file } = each
    const option: Option = { ...(id ? { id } : {}), name: text }
    if (file && file.size <= room) {
      room -= file.size
      option.file = sentFiles.push(file) - 1
    } else if (file) {
      const upload = each.upload?.of === file ? each.upload : await putFile(file, share => onProgress(key, share))
      now = now.map(other => (other.key === key ? { ...other, upload } : other))
      onList(now)
      const { of: _, ...described } = upload
      option.upload = described
    }
    options.push(option)
  }
  try {
    const along = sentFiles.length > 0 ? { files: sentFiles } : {}
    return row
      ? await api(files.update, { params: { id: row.id }, body: { ...body, options } }, along)
      : await api(files.create, { body: { ...body, options } }, along)
  } catch (error) {
    // A file that waited too long in the bucket was deleted there.
    if (error instanceof ApiError && error.code === 'ERR_UPLOAD_MISSING')
      onList(now.map(({ upload: _, ...each }) => each))
    throw error
  }
}

type Option = ArgsOf<typeof files.create>['body']['options'] extends (infer Each)[] | undefined ? Each : never

/** Uploads a file to the bucket. */
async function putFile(file: File, onProgress: (share: number) => void): Promise<SentFile> {
  onProgress(0)
  const described = { fileName: file.name || 'arquivo', mimetype: file.type || 'application/octet-stream' }
  const form = await api(files.prepare, { body: { ...described, size: file.size } })
  await putUpload(form, file, undefined, onProgress)
  return { of: file, key: form.key, ...described }
}
