import { assertVoice, PROMPTS, sealKey, showPrompt } from '../../../data/automation/prompt.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

/** Creates a prompt. Its keys are encrypted before anything else sees them. */
export const createPrompt: Operations['prompts']['create'] = async ({ companyId }, { body }) => {
  const fields = {
    ...body,
    apiKey: sealKey(companyId, 'apiKey', body.apiKey),
    voiceKey: sealKey(companyId, 'voiceKey', body.voiceKey),
  }
  assertVoice(fields)
  await requireQueue(companyId, fields.queueId)
  return createListed(companyId, PROMPTS, fields, showPrompt)
}
