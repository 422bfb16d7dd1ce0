/**
 * Use of AI models: counted by month for the limits, and by day and user for the reports, in the
 * transaction that stores what was paid for. The cost is that of the prices at that moment.
 */
import { type AiUseDay, AiUser } from '@balcao/shared/entities/ai-use.ts'
import { aiCost } from '@balcao/shared/rules/ai-cost.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { addMonthlyUse } from '../company/monthly-use.ts'
import { getSettings } from '../company/setting.ts'
import { defineRow } from '../table/define-row.ts'
import { transact, update, type Write } from '../table/transact.ts'
import { aiPrices } from './ai-price.ts'

const AI_USE = defineRow({
  kind: 'aiUse',
  key: { pk: '${companyId}#ai-use', sk: '${day}#${user}#${id}' },
  content: z.object({
    companyId: z.string(),
    day: z.string(),
    user: AiUser,
    id: z.string(),
    name: z.string(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    calls: z.number().optional(),
    toolCalls: z.number().optional(),
    cost: z.number().optional(),
    unpriced: z.number().optional(),
  }),
})

/** The knowledge, as a user of AI. */
export const KNOWLEDGE_USER = { kind: 'knowledge', id: 'knowledge', name: 'Conhecimento' } as const

/** Tokens of one call of a model, or a call of a tool without any. */
export type AiUse = { model: string; inputTokens: number; outputTokens: number; toolCalls?: number }

const tokensOf = ({ inputTokens, outputTokens }: AiUse): number => inputTokens + outputTokens

/** Returns the cost of tokens in millionths of the operator's currency; null without a price. */
export const costOf = async ({ model, ...tokens }: AiUse): Promise<number | null> =>
  aiCost(await aiPrices(), model, tokens)

/** Returns the writes that count uses; none for nothing. */
export async function aiUseWrites(
  companyId: string,
  by: { kind: AiUser; id: string; name: string },
  ...uses: AiUse[]
): Promise<Write[]> {
  const priced = { cost: 0, unpriced: 0 }
  for (const use of uses) {
    const cost = await costOf(use)
    if (cost === null) priced.unpriced += tokensOf(use)
    else priced.cost += cost
  }
  const sum = (count: (use: AiUse) => number) => uses.reduce((total, use) => total + count(use), 0)
  const [tokens, toolCalls] = [sum(tokensOf), sum(use => use.toolCalls ?? 0)]
  if (tokens === 0 && toolCalls === 0) return []
  const { timezone } = await getSettings(companyId)
  const inputTokens = sum(use => use.inputTokens)
  const outputTokens = sum(use => use.outputTokens)
  const calls = uses.filter(use => tokensOf(use) > 0).length
  const day = localDay(Date.now(), timezone)
  return [
    ...(tokens === 0 ? [] : [await addMonthlyUse(companyId, 'tokens', { tokens, ...priced })]),
    update(
      'aiUse',
      AI_USE.upsert(
        { companyId, day, user: by.kind, id: by.id },
        { set: { name: by.name }, add: { inputTokens, outputTokens, calls, toolCalls, ...priced } },
      ),
    ),
  ]
}

/** Counts uses that nothing else is stored with. */
export async function countAiUse(...given: Parameters<typeof aiUseWrites>): Promise<void> {
  const writes = await aiUseWrites(...given)
  if (writes.length > 0) await transact(writes)
}

/** Returns the use of a range of days, both included, oldest first. */
export async function aiUseOf(companyId: string, first: string, last: string): Promise<AiUseDay[]> {
  const rows = await AI_USE.every(AI_USE.query({ companyId }, { from: `${first}#`, to: `${last}#~` }))
  return rows.map(({ companyId: _, user, inputTokens = 0, outputTokens = 0, calls = 0, toolCalls = 0, ...row }) => ({
    ...{ day: row.day, kind: user, id: row.id, name: row.name },
    ...{ inputTokens, outputTokens, calls, toolCalls, cost: row.cost ?? 0, unpriced: row.unpriced ?? 0 },
  }))
}
