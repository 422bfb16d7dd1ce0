import { changeFileList } from '../../../data/content/change-file-list.ts'
import { FILE_LISTS } from '../../../data/content/file-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { withGivenFiles } from './given-files.ts'
import { givenOptions } from './given-options.ts'
import { shownFileList } from './show-file-list.ts'

/**
 * Updates a file list. Places that are no longer named are removed with their files; new files come
 * with the call.
 */
export const updateFileList: Operations['files']['update'] = async ({ companyId }, { params, body, files }) => {
  const { options, ...fields } = body
  // Checks that its places exist, before anything is stored.
  const { options: before } = await requireRow(companyId, FILE_LISTS, params.id, true)
  if (options) givenOptions(before, options)
  const { after } = await withGivenFiles(companyId, { id: params.id, isNew: false }, options ?? [], files, given =>
    changeFileList(companyId, params.id, row => ({
      ...fields,
      ...(options ? { options: givenOptions(row.options, options, given) } : {}),
    })),
  )
  const row = await shownFileList(after)
  await publishRow(companyId, 'file', 'update', row)
  return row
}
