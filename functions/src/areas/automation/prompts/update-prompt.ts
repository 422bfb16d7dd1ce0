import { assertVoice, PROMPTS, sealKey, showPrompt } from '../../../data/automation/prompt.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { publishBotName } from '../publish-bot-name.ts'

/** Updates a prompt. A key that is not given stays as it is. */
export const updatePrompt: Operations['prompts']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, PROMPTS, params.id, true)
  const { apiKey, voiceKey, ...fields } = body
  const changes = definedFields({
    ...fields,
    tools: fields.tools && { ...before.tools, ...fields.tools },
    apiKey: apiKey === undefined ? undefined : sealKey(companyId, 'apiKey', apiKey),
    voiceKey: voiceKey === undefined ? undefined : sealKey(companyId, 'voiceKey', voiceKey),
  })
  assertVoice({ ...before, ...changes })
  if (fields.queueId !== undefined) await requireQueue(companyId, fields.queueId)
  if (fields.storeId) await requireRow(companyId, STORES, fields.storeId)
  const row = await showPrompt(await changeRow(companyId, PROMPTS, before, changes), companyId)
  await publishRow(companyId, 'prompt', 'update', row)
  if (row.name !== before.name) await publishBotName(companyId, 'promptId', row.id)
  return row
}
