/**
 * File lists: small lists whose rows have up to twenty files, each with a text. A message that is sent shows the very object a list keeps,
 * so a list remembers of each file whether it was ever sent: one that was stays in the bucket when it leaves its list, one that
 * was not goes with it. The mark is a change of the row like others, hence of a file that is sent and removed at once either
 * the one who sends does not find it, or the one who removes knows.
 */
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/turn.ts'
import { foldName } from '../table/fold.ts'
import { changeRow, requireRow, type SmallList, type SmallRow } from '../table/small-list.ts'

/** A place of a list: its text, and its file when it has one. */
export type StoredOption = {
  id: string
  name: string
  media: KeptMedia | null
  /** Whether messages may show the object. */
  sent: boolean
}

export type FileListRow = SmallRow & Pick<FileList, 'name' | 'message' | 'userId'> & { options: StoredOption[] }

export const FILE_LISTS: SmallList<FileListRow> = {
  kind: 'file',
  missing: 'ERR_NO_FILE_LIST_FOUND',
  text: row => row.name,
  unique: row => ({ fileListName: foldName(row.name) }),
  taken: { fileListName: 'ERR_FILE_LIST_NAME_ALREADY_EXISTS' },
}

/** A file as it is sent, with the text that goes under it; empty without one. */
export type ListedFile = { media: KeptMedia; text: string }

/** The files of a list in their order, about to be sent. One consistent read, and the first time a write. Throws ERR_NO_FILE_LIST_FOUND. */
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
 * Changes a list as `decide` says of the row as it is; asked again when others changed it meanwhile. What leaves it stays in the bucket.
 * Throws ERR_NO_FILE_LIST_FOUND, ERR_FILE_LIST_NAME_ALREADY_EXISTS, ERR_CONFLICT, and what `decide` throws.
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
