/**
 * Removes files from a list, and from the bucket. It is separate from the code that sends the
 * files, which must not be able to remove them.
 */
import { logger } from '../../http/logger.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { unneededByCampaigns } from '../campaigns/campaign.ts'
import { deleteRow, getRow } from '../table/small-list.ts'
import { FILE_LISTS, type FileListRow, replaceFileList, type StoredOption } from './file-list.ts'

/**
 * Changes a list like `replaceFileList`, and removes the objects that left the list and were never
 * sent.
 */
export async function changeFileList(
  ...given: Parameters<typeof replaceFileList>
): Promise<{ before: FileListRow; after: FileListRow }> {
  const changed = await replaceFileList(...given)
  await forget(given[0], changed.before.options, changed.after.options)
  return changed
}

/**
 * Deletes a list and returns it, or undefined if it was already deleted. Throws
 * ERR_FILE_LIST_IN_USE while a campaign that may still send needs it, and ERR_CONFLICT if it was
 * changed at the same time.
 */
export async function deleteFileList(companyId: string, id: string): Promise<FileListRow | undefined> {
  const row = await getRow(companyId, FILE_LISTS, id, true)
  if (!row) return undefined
  const extraWrites = {
    writes: [unneededByCampaigns(companyId, 'file', id)],
    refusals: { campaignNeed: 'ERR_FILE_LIST_IN_USE' },
  } as const
  if (!(await deleteRow(companyId, FILE_LISTS, row, extraWrites))) return undefined
  await forget(companyId, row.options, [])
  return row
}

/** Removes objects after the list was changed: a failure to remove one does not fail the call. */
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
