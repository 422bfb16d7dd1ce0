/**
 * File lists: small lists whose rows have up to twenty files, each with a text. A message that is sent shows the very object a list keeps,
 * so a list remembers of each file whether it was ever sent: one that was stays in the bucket when it leaves its list, one that
 * was not goes with it. The mark is a change of the row like others, hence of a file that is sent and removed at once either
 * the one who sends does not find it, or the one who removes knows.
 */
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/turn.ts'
import { logger } from '../../http/logger.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { unneededByCampaigns } from '../campaigns/campaign.ts'
import { foldName } from '../table/fold.ts'
import { changeRow, deleteRow, getRow, requireRow, type SmallList, type SmallRow } from '../table/small-list.ts'

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
      await changeFileList(companyId, fileListId, ({ options }) => ({
        options: options.map(option => ({ ...option, sent: option.media !== null })),
      }))
    ).after
  return row.options.flatMap(({ media, name }) => (media ? [{ media, text: name }] : []))
}

type Changes = Partial<Pick<FileListRow, 'name' | 'message' | 'options'>>

const TRIES = 6

/**
 * Changes a list as `decide` says of the row as it is; asked again when others changed it meanwhile. Objects that left it and were never
 * sent are removed. Throws ERR_NO_FILE_LIST_FOUND, ERR_FILE_LIST_NAME_ALREADY_EXISTS, ERR_CONFLICT, and what `decide` throws.
 */
export async function changeFileList(
  companyId: string,
  id: string,
  decide: (row: FileListRow) => Changes,
): Promise<{ before: FileListRow; after: FileListRow }> {
  for (let attempt = 1; ; attempt++) {
    const before = await requireRow(companyId, FILE_LISTS, id, true)
    try {
      const after = await changeRow(companyId, FILE_LISTS, before, decide(before))
      await forget(companyId, before.options, after.options)
      return { before, after }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ERR_CONFLICT') || attempt >= TRIES) throw error
    }
  }
}

/**
 * False when it was gone already. Throws ERR_FILE_LIST_IN_USE while a campaign that is still to be sent names it, and ERR_CONFLICT when it was
 * changed at the same moment.
 */
export async function deleteFileList(companyId: string, id: string): Promise<boolean> {
  const row = await getRow(companyId, FILE_LISTS, id, true)
  if (!row) return false
  const along = {
    writes: [unneededByCampaigns(companyId, 'file', id)],
    refusals: { campaignNeed: 'ERR_FILE_LIST_IN_USE' },
  } as const
  if (!(await deleteRow(companyId, FILE_LISTS, row, along))) return false
  await forget(companyId, row.options, [])
  return true
}

/** The list is as it shall be already: an object that cannot be removed is no failure of the call. */
async function forget(
  companyId: string,
  before: readonly StoredOption[],
  after: readonly StoredOption[],
): Promise<void> {
  const kept = new Set(after.map(({ media }) => media?.key))
  const gone = before.flatMap(({ media, sent }) => (media && !sent && !kept.has(media.key) ? [media.key] : []))
  try {
    await removeObjects(gone)
  } catch (error) {
    logger.warn('files of a list stay in the bucket', { companyId, error: error as Error })
  }
}
