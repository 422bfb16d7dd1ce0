import { AppError } from '@balcao/shared/errors.ts'
import { instructions } from '../../../bots/prompt/instructions.ts'
import { shownTool } from '../../../bots/tools/shown-tool.ts'
import { transferReason, transferToPerson } from '../../../bots/tools/transfer-to-person.ts'
import { countAiUse } from '../../../data/automation/ai-use.ts'
import { openKey, PROMPTS, type PromptRow } from '../../../data/automation/prompt.ts'
import { spentLimit, tokenUse } from '../../../data/automation/token-use.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { requireRate } from '../../../http/require-rate.ts'
import { AiError, type Usage } from '../../../integrations/openai/ai-error.ts'
import { complete, modelOf } from '../../../integrations/openai/complete.ts'
import type { Operations } from '../operations.ts'

/** Timeouts in ms: a call of the API ends after 29 seconds, whoever is slow. */
const TRIAL_TIMEOUTS = { timeoutMs: 20_000, totalMs: 24_000 }

/** Rate of one user's attempts: each is a call that somebody pays for. */
const attempts = createRateLimiter({ burst: 20, perSecond: 0.5 })

/** Tries a prompt. Nothing but its cost is stored. */
export const attemptPrompt: Operations['prompts']['attempt'] = async (ctx, { body }) => {
  const { companyId, actor } = ctx
  const stored = body.promptId ? await requireRow(companyId, PROMPTS, body.promptId) : undefined
  const apiKey = body.apiKey || (stored && openKey(companyId, 'apiKey', stored))
  if (!apiKey) throw new AppError('ERR_PROMPT_KEY_MISSING')
  requireRate(attempts, actor.userId, 2)
  const limit = await spentLimit(companyId)
  if (limit) throw new AppError(limit)
  const count = async (usage: Usage): Promise<void> =>
    countAiUse(companyId, await byOf(ctx, stored), { ...usage, model: modelOf(body.model) })
  try {
    const { text, calls, usage } = await complete(
      {
        apiKey,
        model: body.model,
        maxTokens: body.maxTokens,
        temperature: body.temperature,
        instructions: instructions(body.prompt, {}),
        messages: body.messages.map(({ fromMe, body: content }) => ({ role: fromMe ? 'assistant' : 'user', content })),
        tools: [shownTool(transferToPerson)],
      },
      TRIAL_TIMEOUTS,
    )
    await count(usage)
    const handsOver = transferReason(calls)
    if (text === '' && handsOver === null) throw new AiError('ERR_AI_ANSWER')
    return { answer: text, handsOver, usage: await tokenUse(companyId) }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    if (error.usage) await count(error.usage)
    throw new AppError(error.code)
  }
}

/** Returns whose use a trial is: the agent's, or of one that is not stored the user's. */
async function byOf({ companyId, actor }: UserContext, stored: PromptRow | undefined) {
  const { id, name } = stored ?? (await requireUser(companyId, actor.userId))
  return { kind: stored ? ('prompt' as const) : ('user' as const), id, name }
}
