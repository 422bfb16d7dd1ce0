import { isDeepStrictEqual } from 'node:util'
import { PromptConfiguration } from '@balcao/shared/entities/prompt-test.ts'
import { assertVoice, PROMPTS, type PromptRow, sealKey, showPrompt } from '../../../data/automation/prompt.ts'
import { keepVersion, liveRow, nextVersion } from '../../../data/automation/prompt-version.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { authorOf } from '../prompt-tests/require-prompt.ts'
import { publishBotName } from '../publish-bot-name.ts'

/**
 * Updates a prompt. A key that is not given stays as it is. Another configuration is another
 * version, and the one that was live is kept beside it.
 */
export const updatePrompt: Operations['prompts']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
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
  const version = isDeepStrictEqual(configurationOf({ ...before, ...changes }), configurationOf(before))
    ? undefined
    : nextVersion(before, await authorOf(ctx))
  const changed = await changeRow(
    companyId,
    PROMPTS,
    before,
    { ...changes, ...(version ? { version, lastVersion: version.number } : {}) },
    { writes: version ? await keepVersion(liveRow(companyId, before)) : [] },
  )
  const row = await showPrompt(changed, companyId)
  await publishRow(companyId, 'prompt', 'update', row)
  if (row.name !== before.name) await publishBotName(companyId, 'promptId', row.id)
  return row
}

const configurationOf = (row: PromptRow): PromptConfiguration => PromptConfiguration.parse(row)
