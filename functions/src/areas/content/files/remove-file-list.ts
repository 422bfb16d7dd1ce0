import { deleteFileList } from '../../../data/content/change-file-list.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const removeFileList: Operations['files']['remove'] = async ({ companyId }, { params: { id } }) => {
  if (await deleteFileList(companyId, id)) await tellGone(companyId, 'file', id)
}
