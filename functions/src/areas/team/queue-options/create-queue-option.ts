import { createOption } from '../../../data/team/queue-option.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { targetOf } from './target-of.ts'

export const createQueueOption: Operations['queueOptions']['create'] = async (
  { companyId },
  { body: { parentId, option, ...fields }, files },
) => {
  const targetQueueId = await targetOf(companyId, fields)
  const kept = { ...fields, targetQueueId, media: null, ...(await fileAlong(companyId, files)) }
  const row = await createOption(companyId, kept, { parentId, option })
  const shown = await showKeptFile(row)
  await tellRow(companyId, 'queueOption', 'create', shown)
  return shown
}
