import type { PromptUsage } from '@balcao/shared/api/automation/prompts.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import { MILLION } from '@balcao/shared/rules/ai-cost.ts'
import { monthlyCounters } from '../company/monthly-use.ts'
import { getSettings } from '../company/setting.ts'

/** Returns the tokens that AI used this month, and the limit. */
export async function tokenUse(companyId: string): Promise<PromptUsage> {
  const [{ month, tokens = 0 }, { openAiMonthlyTokens: limit }] = await Promise.all([
    monthlyCounters(companyId, 'tokens'),
    getSettings(companyId),
  ])
  return { month, tokens, limit: limit === '' ? null : Number(limit) }
}

/**
 * Returns the limit of this month that is used up, by its error; undefined while AI may be asked.
 */
export async function spentLimit(companyId: string): Promise<ErrorCode | undefined> {
  const [{ tokens = 0, cost = 0 }, settings] = await Promise.all([
    monthlyCounters(companyId, 'tokens'),
    getSettings(companyId),
  ])
  const { openAiMonthlyTokens: limit, openAiMonthlyCap: cap } = settings
  if (limit !== '' && tokens >= Number(limit)) return 'ERR_AI_TOKENS_SPENT'
  if (cap !== '' && cost >= Number(cap) * MILLION) return 'ERR_AI_COST_SPENT'
  return undefined
}
