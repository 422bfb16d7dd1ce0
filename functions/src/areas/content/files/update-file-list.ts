import { changeFileList } from '../../../data/content/change-file-list.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'
import { givenOptions } from './given-options.ts'
import { shownFileList } from './show-file-list.ts'

/** What is not among the places any more goes, with its file. */
export const updateFileList: Operations['files']['update'] = async ({ companyId }, { params, body }) => {
  const { options, ...fields } = body
  const { after } = await changeFileList(companyId, params.id, before => ({
    ...fields,
    ...(options ? { options: givenOptions(before.options, options) } : {}),
  }))
  const row = await shownFileList(after)
  await tellRow(companyId, 'file', 'update', row)
  return row
}
