import { deleteFileList } from '../../../data/content/change-file-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removeFileList: Operations['files']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const list = await deleteFileList(companyId, id)
  if (!list) return
  audit({ name: list.name })
  await publishRowDeleted(companyId, 'file', id)
}
