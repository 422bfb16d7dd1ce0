/**
 * File lists: small lists whose rows have up to twenty files, each with a text. A sent message
 * refers to the list's own object, so a list records for each file whether it was ever sent. A sent
 * file stays in the bucket when it leaves its list; an unsent one is removed. The mark is a change
 * of the row like any other. If a file is sent and removed at the same time, either the sender does
 * not find it, or the remover sees the mark.
 */
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { normalizeName } from '../table/normalize.ts'
import { changeRow, requireRow, type SmallList, type SmallRow } from '../table/small-list.ts'

/** Entry of a list: its text, and its file if it has one. */
export type StoredOption = {
  id: string
  name: string
  media: KeptMedia | null
  /** True if messages may refer to the object. */
  sent: boolean
}

export type FileListRow = SmallRow & Pick<FileList, 'name' | 'message' | 'userId'> & { options: StoredOption[] }

export const FILE_LISTS: SmallList<FileListRow> = {
  kind: 'file',
  missing: 'ERR_NO_FILE_LIST_FOUND',
  text: row => row.name,
  unique: row => ({ fileListName: normalizeName(row.name) }),
  taken: { fileListName: 'ERR_FILE_LIST_NAME_ALREADY_EXISTS' },
}

/** File to send, with its caption; empty if there is none. */
export type ListedFile = { media: KeptMedia; text: string }

/**
 * Returns the files of a list in their order, to be sent. Costs one consistent read, and a write
 * the first time. Throws ERR_NO_FILE_LIST_FOUND.
 */
export async function filesOf(companyId: string, fileListId: string): Promise<ListedFile[]> {
  let row = await requireRow(companyId, FILE_LISTS, fileListId, true)
  if (row.options.some(({ media, sent }) => media && !sent))
    row = (
      await replaceFileList(companyId, fileListId, ({ options }) => ({
        options: options.map(option => ({ ...option, sent: option.media !== null })),
      }))
    ).after
  return row.options.flatMap(({ media, name }) => (media ? [{ media, text: name }] : []))
}

type Changes = Partial<Pick<FileListRow, 'name' | 'message' | 'options'>>

const TRIES = 6

/**
 * Changes a list as `decide` returns for the current row; `decide` is called again if another
 * change came first. Removed files stay in the bucket. Throws ERR_NO_FILE_LIST_FOUND,
 * ERR_FILE_LIST_NAME_ALREADY_EXISTS, ERR_CONFLICT, and the errors of `decide`.
 */
export async function replaceFileList(
  companyId: string,
  id: string,
  decide: (row: FileListRow) => Changes,
): Promise<{ before: FileListRow; after: FileListRow }> {
  for (let attempt = 1; ; attempt++) {
    const before = await requireRow(companyId, FILE_LISTS, id, true)
    try {
      return { before, after: await changeRow(companyId, FILE_LISTS, before, decide(before)) }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ERR_CONFLICT') || attempt >= TRIES) throw error
    }
  }
}
