import { NO_TOOLS } from '@balcao/shared/entities/prompt.ts'
import { assertVoice, PROMPTS, sealKey, showPrompt } from '../../../data/automation/prompt.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

/** Creates a prompt. Its keys are encrypted before anything else sees them. */
export const createPrompt: Operations['prompts']['create'] = async ({ companyId }, { body }) => {
  const fields = {
    ...body,
    apiKey: sealKey(companyId, 'apiKey', body.apiKey),
    voiceKey: sealKey(companyId, 'voiceKey', body.voiceKey),
    tools: { ...NO_TOOLS, ...body.tools },
  }
  assertVoice(fields)
  await requireQueue(companyId, fields.queueId)
  if (fields.storeId !== null) await requireRow(companyId, STORES, fields.storeId)
  return createListed(companyId, PROMPTS, fields, showPrompt)
}
