import type { CopilotAction } from '@balcao/shared/api/automation/copilot.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { conversationText, readConversation } from '../../../copilot/read-conversation.ts'
import { TEMPERATURE, taskOf } from '../../../copilot/task.ts'
import { companyKey } from '../../../data/automation/ai-settings.ts'
import { countAiUse } from '../../../data/automation/ai-use.ts'
import { spentLimit } from '../../../data/automation/token-use.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { requireRate } from '../../../http/require-rate.ts'
import { AiError, type Usage } from '../../../integrations/openai/ai-error.ts'
import { modelOf } from '../../../integrations/openai/complete.ts'
import { writeText } from '../../../integrations/openai/write-text.ts'
import { visibleTicket } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { publishSoFar } from './publish-so-far.ts'
import { fieldsOf } from './read-fields.ts'
import { citedSources, findSources, sourcesText, withoutCitation } from './sources.ts'

/** Timeouts in ms: a call of the API ends after 29 seconds, whoever is slow. */
const TIMEOUTS = { timeoutMs: 20_000, totalMs: 24_000 }
/** Rate of one user: each is a call that somebody pays for. */
const calls = createRateLimiter({ burst: 20, perSecond: 0.5 })
/** Maximum tokens of an answer: the longest text that WhatsApp shows without folding it. */
const MAX_TOKENS = 1200
const OF_CONVERSATION: readonly CopilotAction[] = ['suggest', 'summarize', 'customer']

/**
 * Writes for an attendant. Nothing is sent or stored but its cost. The model sees this ticket, and
 * for a suggestion what the attendant could read themselves: quick messages and knowledge.
 */
export const actAsCopilot: Operations['copilot']['act'] = async (ctx, { params: { ticketId }, body }) => {
  const { companyId, actor } = ctx
  const { ticket, viewer, user } = await visibleTicket(ctx, ticketId)
  const [apiKey, { openAiCopilotModel: model }] = await Promise.all([companyKey(companyId), getSettings(companyId)])
  if (!apiKey) throw new AppError('ERR_PROMPT_KEY_MISSING')
  requireRate(calls, actor.userId, 2)
  const limit = await spentLimit(companyId)
  if (limit) throw new AppError(limit)

  const { action, text, language, requestId } = body
  // Another form of a text needs nothing else; a translation may have
  // to know the contact's language.
  const reads = OF_CONVERSATION.includes(action) || (action === 'translate' && !language)
  const messages = reads ? await readConversation(companyId, ticket.id) : []
  const sources = action === 'suggest' ? await findSources(ticket, viewer.userId, messages) : []
  const input = [
    ...(reads ? [conversationText(messages)] : []),
    ...(sources.length > 0 ? [sourcesText(sources)] : []),
    ...(text ? [`Texto:\n${JSON.stringify(text)}`] : []),
  ].join('\n\n')
  const streams = requestId !== undefined && action !== 'customer'
  const soFar = streams ? publishSoFar({ companyId, userId: actor.userId, ticketId, requestId }) : undefined
  const count = (usage: Usage): Promise<void> =>
    countAiUse(companyId, { kind: 'user', ...user }, { model: modelOf(model), ...usage })
  try {
    const { text: written, usage } = await writeText(
      {
        ...{ apiKey, model, maxTokens: MAX_TOKENS, temperature: TEMPERATURE },
        ...{ instructions: taskOf(action, language), input, json: action === 'customer' },
        ...(soFar ? { onText: full => soFar.take(withoutCitation(full)) } : {}),
      },
      TIMEOUTS,
    )
    await count(usage)
    if (action === 'customer') return { fields: fieldsOf(written, messages) }
    const answer = { text: withoutCitation(written) }
    return sources.length > 0 ? { ...answer, sources: citedSources(written, sources) } : answer
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    if (error.usage) await count(error.usage)
    throw new AppError(error.code)
  } finally {
    await soFar?.end()
  }
}
