import { createOption } from '../../../data/team/queue-option.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'
import { targetOf } from './target-of.ts'

export const createQueueOption: Operations['queueOptions']['create'] = async (
  { companyId },
  { body: { parentId, option, ...fields } },
) => {
  const targetQueueId = await targetOf(companyId, fields)
  const row = await createOption(companyId, { ...fields, targetQueueId, media: null }, { parentId, option })
  const shown = await showKeptFile(row)
  await tellRow(companyId, 'queueOption', 'create', shown)
  return shown
}
