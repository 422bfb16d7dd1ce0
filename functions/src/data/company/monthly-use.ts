/**
 * Counters of a company by month of its own time zone: the campaigns and scheduled messages that
 * the plan limits, and the tokens of AI agents. A counter is incremented in the transaction of what
 * it counts, under its limit, so that two at once never exceed it and a refused call counts
 * nothing. It is never decremented.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { type Refusals, update, type Write } from '../table/transact.ts'
import { getSettings } from './setting.ts'

const MONTHLY_USES = defineRow({
  kind: 'monthlyUse',
  key: { pk: '${companyId}#${use}', sk: '${counted}#${month}' },
  content: z.object({
    companyId: z.string(),
    use: z.string(),
    counted: z.string(),
    month: z.string(),
    campaigns: z.number().optional(),
    schedules: z.number().optional(),
    tokens: z.number().optional(),
    /** Cost of tokens in millionths of the operator's currency, and tokens without a price. */
    cost: z.number().optional(),
    unpriced: z.number().optional(),
  }),
  keyOnly: ['companyId', 'use', 'counted', 'month'],
  unmarked: true,
})

/**
 * Parts of the keys of the rows that hold the counters: `made#2026-11` in
 * `${companyId}#monthly-use`, and `tokens#2026-11` in `${companyId}#tokens`.
 */
const CREATED = { use: 'monthly-use', counted: 'made' }
const ROWS = { campaigns: CREATED, schedules: CREATED, tokens: { use: 'tokens', counted: 'tokens' } }

type Counter = keyof typeof ROWS

/** Returns the month in the company's zone, `YYYY-MM`. */
async function thisMonth(companyId: string): Promise<string> {
  const { timezone } = await getSettings(companyId)
  return localDay(Date.now(), timezone).slice(0, 7)
}

/** Error for the refusal of a write of `countMonthlyUse`. */
export const MONTHLY_REFUSALS = { monthlyUse: 'ERR_PLAN_LIMIT' } as const satisfies Refusals

/**
 * Returns the write, labelled `monthlyUse`, that adds `amount` to a counter of this month.
 * @param limit limit of the plan: the write is refused once it is reached; null counts without a
 * limit
 * @throws ERR_PLAN_LIMIT if the plan allows none
 */
export async function countMonthlyUse(
  companyId: string,
  counter: Counter,
  amount: number,
  limit: number | null,
): Promise<Write> {
  if (limit === 0) throw new AppError('ERR_PLAN_LIMIT')
  return update(
    'monthlyUse',
    MONTHLY_USES.upsert(
      { companyId, month: await thisMonth(companyId), ...ROWS[counter] },
      {
        add: { [counter]: amount },
        when: is => (limit === null ? [] : [is.any(is.absent(counter), is.below(counter, limit))]),
      },
    ),
  )
}

/** Numbers that a row counts; those that are 0 may be absent. */
type Counts = { [Name in 'campaigns' | 'schedules' | 'tokens' | 'cost' | 'unpriced']?: number | undefined }

/**
 * Returns the write, labelled `monthlyUse`, that adds to the counters of this month in the row of
 * `counter`, without a limit.
 */
export const addMonthlyUse = async (companyId: string, counter: Counter, amounts: Counts): Promise<Write> =>
  update(
    'monthlyUse',
    MONTHLY_USES.upsert({ companyId, month: await thisMonth(companyId), ...ROWS[counter] }, { add: amounts }),
  )

/** Returns the counters of this month in the row of `counter`. Costs one read unit. */
export async function monthlyCounters(companyId: string, counter: Counter): Promise<Counts & { month: string }> {
  const month = await thisMonth(companyId)
  const row = await MONTHLY_USES.get({ companyId, month, ...ROWS[counter] }, { consistent: true })
  return { ...row, month }
}

/** Returns a counter of this month. Costs one read unit. */
export async function monthlyUse(companyId: string, counter: Counter): Promise<{ month: string; used: number }> {
  const { month, [counter]: used = 0 } = await monthlyCounters(companyId, counter)
  return { month, used }
}
