import { removeOption } from '../../../data/team/queue-option.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removeQueueOption: Operations['queueOptions']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const option = await removeOption(companyId, id)
  if (!option) return
  audit({ name: option.title })
  await publishRowDeleted(companyId, 'queueOption', id)
}
