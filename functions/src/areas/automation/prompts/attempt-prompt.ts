import { NO_TOOLS } from '@balcao/shared/entities/prompt.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { answerInTrial, NEW_TRIAL, type TrialInput, type TrialState } from '../../../bots/prompt/answer-in-trial.ts'
import { countAiUse } from '../../../data/automation/ai-use.ts'
import { openKey, PROMPTS, type PromptRow } from '../../../data/automation/prompt.ts'
import { spentLimit, tokenUse } from '../../../data/automation/token-use.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { requireRate } from '../../../http/require-rate.ts'
import { AiError } from '../../../integrations/openai/ai-error.ts'
import { seal, unseal } from '../../../integrations/sealed.ts'
import type { Operations } from '../operations.ts'

/** Timeouts in ms: a call of the API ends after 29 seconds, whoever is slow. */
const TRIAL_TIMEOUTS = { timeoutMs: 20_000, totalMs: 24_000 }

/** Rate of one user's attempts: each is a call that somebody pays for. */
const attempts = createRateLimiter({ burst: 20, perSecond: 0.5 })

type Body = Parameters<Operations['prompts']['attempt']>[1]['body']

/** Tries a prompt. Nothing but its cost is stored. */
export const attemptPrompt: Operations['prompts']['attempt'] = async (ctx, { body }) => {
  const { companyId, actor } = ctx
  const stored = body.promptId ? await requireRow(companyId, PROMPTS, body.promptId) : undefined
  if (body.storeId !== null) await requireRow(companyId, STORES, body.storeId)
  const apiKey = body.apiKey || (stored && openKey(companyId, 'apiKey', stored))
  if (!apiKey) throw new AppError('ERR_PROMPT_KEY_MISSING')
  const before = stateIn(companyId, body.trial)
  requireRate(attempts, actor.userId, 2)
  const limit = await spentLimit(companyId)
  if (limit) throw new AppError(limit)
  const agent = await byOf(ctx, stored)
  const count: TrialInput['count'] = (use, by) => countAiUse(companyId, by ?? agent, use)
  try {
    const { answer, calls, handsOver, after } = await answerInTrial({
      ...{ companyId, apiKey, before, timeouts: TRIAL_TIMEOUTS, count, messages: body.messages },
      prompt: promptOf(agent.id, stored, body),
    })
    if (answer === '' && handsOver === null) throw new AiError('ERR_AI_ANSWER')
    const trial = seal(companyId, TRIAL, JSON.stringify(after))
    return { answer, calls, handsOver, trial, usage: await tokenUse(companyId) }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    throw new AppError(error.code)
  }
}

/** Answers after which even a trial hands over. */
const MAX_ANSWERS = 1000

/** Name under which the state of a trial is sealed: it is no caller's to change. */
const TRIAL = 'prompt.trial'

/** Throws ERR_PROMPT_TRIAL for a state that is none of ours. */
function stateIn(companyId: string, sealed: string | undefined): TrialState {
  if (sealed === undefined) return NEW_TRIAL
  const text = unseal(companyId, TRIAL, sealed)
  if (text === undefined) throw new AppError('ERR_PROMPT_TRIAL')
  return JSON.parse(text) as TrialState
}

/** Returns the agent as it is being written. */
const promptOf = (id: string, stored: PromptRow | undefined, body: Body): PromptRow => ({
  ...{ id, name: stored?.name ?? '', queueId: stored?.queueId ?? '', apiKey: '', voiceKey: '', voiceRegion: '' },
  ...{ voice: 'texto', hours: 'always', maxMessages: MAX_ANSWERS },
  ...{ prompt: body.prompt, model: body.model, maxTokens: body.maxTokens, temperature: body.temperature },
  ...{ mayFinishOrders: body.mayFinishOrders, finishLimit: body.finishLimit, storeId: body.storeId },
  ...{ knowledge: body.knowledge, tools: { ...NO_TOOLS, ...body.tools } },
  ...{ createdAt: '', updatedAt: '' },
})

/** Returns whose use a trial is: the agent's, or of one that is not stored the user's. */
async function byOf({ companyId, actor }: UserContext, stored: PromptRow | undefined) {
  const { id, name } = stored ?? (await requireUser(companyId, actor.userId))
  return { kind: stored ? ('prompt' as const) : ('user' as const), id, name }
}
