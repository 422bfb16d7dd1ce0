import { removeOption } from '../../../data/team/queue-option.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

export const removeQueueOption: Operations['queueOptions']['remove'] = async ({ companyId }, { params: { id } }) => {
  if (await removeOption(companyId, id)) await tellGone(companyId, 'queueOption', id)
}
