import { removeOption } from '../../../data/team/queue-option.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const removeQueueOption: Operations['queueOptions']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const option = await removeOption(companyId, id)
  if (!option) return
  audit({ name: option.title })
  await tellGone(companyId, 'queueOption', id)
}
