import type { PromptUsage } from '@balcao/shared/api/automation/prompts.ts'
import { monthlyUse } from '../company/monthly-use.ts'
import { getSettings } from '../company/setting.ts'

/** Returns the tokens that AI agents used this month, and the limit. */
export async function tokenUse(companyId: string): Promise<PromptUsage> {
  const [{ month, used }, { openAiMonthlyTokens: limit }] = await Promise.all([
    monthlyUse(companyId, 'tokens'),
    getSettings(companyId),
  ])
  return { month, tokens: used, limit: limit === '' ? null : Number(limit) }
}

/** Returns whether this month's tokens are used up. */
export const areTokensSpent = ({ tokens, limit }: PromptUsage): boolean => limit !== null && tokens >= limit
