import { randomUUID } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { INTEGRATIONS, openSecret } from '../../../data/automation/queue-integration.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { readAccount } from '../../../integrations/dialogflow/account.ts'
import { detectIntent } from '../../../integrations/dialogflow/detect-intent.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { Operations } from '../operations.ts'

/** Rate of one user's attempts: each is a call that somebody pays for. */
const attempts = createRateLimiter({ burst: 20, perSecond: 0.5 })

/**
 * Tests a Dialogflow session. Nothing is stored. An error of Dialogflow is part of the answer, not
 * an error of ours.
 */
export const testSession: Operations['queueIntegration']['testSession'] = async ({ companyId, actor }, { body }) => {
  const stored = body.integrationId ? await requireRow(companyId, INTEGRATIONS, body.integrationId) : undefined
  if (attempts.take(actor.userId, Date.now()) !== 'pass')
    throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 2 } })
  const json = body.jsonContent.trim() || (stored && openSecret(companyId, 'jsonContent', stored)) || ''
  try {
    const { intent, replies } = await detectIntent(readAccount(json), {
      project: body.projectName,
      session: randomUUID(),
      text: body.text,
      language: body.language,
    })
    return { ok: true, intent, reply: replies.join('\n') }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    return { ok: false, error: error.code }
  }
}
