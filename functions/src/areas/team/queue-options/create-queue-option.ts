import { createOption } from '../../../data/team/queue-option.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
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
  await publishRow(companyId, 'queueOption', 'create', shown)
  return shown
}
