import { FILE_LISTS, type FileListRow } from '../../../data/content/file-list.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { withGivenFiles } from './given-files.ts'
import { givenOptions } from './given-options.ts'
import { shownFileList } from './show-file-list.ts'

/**
 * Creates a file list together with its files: nobody sees the list without them, and a refused
 * file leaves no list behind.
 */
export const createFileList: Operations['files']['create'] = async ({ companyId, actor }, { body, files }) => {
  const { options, ...fields } = body
  const row = newRow<FileListRow>({ ...fields, options: [], userId: actor.userId })
  const made = await withGivenFiles(companyId, { id: row.id, isNew: true }, options, files, given =>
    createRow(companyId, FILE_LISTS, { ...row, options: givenOptions([], options, given) }),
  )
  const shown = await shownFileList(made)
  await publishRow(companyId, 'file', 'create', shown)
  return shown
}
