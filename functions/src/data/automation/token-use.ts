/**
 * Tokens that AI agents use: a row per company and month, updated in the transaction of the reply
 * that used them.
 */
import type { PromptUsage } from '@balcao/shared/api/automation/prompts.ts'
import { z } from 'zod'
import { getSettings } from '../company/setting.ts'
import { thisMonth } from '../company/this-month.ts'
import { defineRow } from '../table/define-row.ts'
import { update, type Write } from '../table/transact.ts'

const TOKENS = defineRow({
  kind: 'tokens',
  key: { pk: '${companyId}#tokens', sk: 'tokens#${month}' },
  content: z.object({ companyId: z.string(), month: z.string(), tokens: z.number() }),
  keyOnly: ['companyId', 'month'],
  unmarked: true,
})

/** Returns a write, labelled `tokens`, that adds to this month's use. */
export async function addTokens(companyId: string, tokens: number): Promise<Write> {
  return update('tokens', TOKENS.upsert({ companyId, month: await thisMonth(companyId) }, { add: { tokens } }))
}

/** Returns this month's use and the limit. */
export async function tokenUse(companyId: string): Promise<PromptUsage> {
  const [month, { openAiMonthlyTokens: limit }] = await Promise.all([thisMonth(companyId), getSettings(companyId)])
  const row = await TOKENS.get({ companyId, month }, { consistent: true })
  return { month, tokens: row?.tokens ?? 0, limit: limit === '' ? null : Number(limit) }
}

/** Returns whether this month's tokens are used up. */
export const areTokensSpent = ({ tokens, limit }: PromptUsage): boolean => limit !== null && tokens >= limit
