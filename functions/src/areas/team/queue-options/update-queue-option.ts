import { changeOption } from '../../../data/team/queue-option.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { targetOf } from './target-of.ts'

export const updateQueueOption: Operations['queueOptions']['update'] = async (
  { companyId },
  { params, body: { parentId, option, ...changes }, files },
) => {
  const fields = { ...changes, ...(await fileAlong(companyId, files)) }
  const row = await changeOption(companyId, params.id, { parentId, option }, async ({ kind, targetQueueId }) => {
    // An option whose queue was deleted names none; its title can still be changed.
    if (fields.kind === undefined && fields.targetQueueId === undefined) return fields
    const handing = {
      kind: fields.kind ?? kind,
      targetQueueId: fields.targetQueueId === undefined ? targetQueueId : fields.targetQueueId,
    }
    return { ...fields, targetQueueId: await targetOf(companyId, handing) }
  })
  const shown = await showKeptFile(row)
  await publishRow(companyId, 'queueOption', 'update', shown)
  return shown
}
