/**
 * Number of campaigns and scheduled messages that a company created in a month of its own time
 * zone. It is one row per month, incremented in the transaction that creates one, under the plan's
 * limit, so that two at once never exceed it and a refused call counts nothing. Deleting one does
 * not reduce it.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { type Refusals, update, type Write } from '../table/transact.ts'
import { thisMonth } from './this-month.ts'

type Made = 'campaigns' | 'schedules'

const MONTHLY_USES = defineRow({
  kind: 'monthlyUse',
  key: { pk: '${companyId}#monthly-use', sk: 'made#${month}' },
  content: z.object({
    companyId: z.string(),
    month: z.string(),
    campaigns: z.number().optional(),
    schedules: z.number().optional(),
  }),
  keyOnly: ['companyId', 'month'],
  unmarked: true,
})

/** Error for the refusal of `countMade`. */
export const MONTHLY_REFUSALS = { monthlyUse: 'ERR_PLAN_LIMIT' } as const satisfies Refusals

/**
 * Returns the write, labelled `monthlyUse`, that counts one more in this month.
 * @param limit limit of the plan: the write is refused once it is reached; null counts without a
 * limit
 * @throws ERR_PLAN_LIMIT if the plan allows none
 */
export async function countMade(companyId: string, made: Made, limit: number | null): Promise<Write> {
  if (limit === 0) throw new AppError('ERR_PLAN_LIMIT')
  return update(
    'monthlyUse',
    MONTHLY_USES.upsert(
      { companyId, month: await thisMonth(companyId) },
      {
        add: { [made]: 1 },
        when: is => (limit === null ? [] : [is.any(is.absent(made), is.below(made, limit))]),
      },
    ),
  )
}

/** Returns how many were created this month. Costs one read unit. */
export async function madeThisMonth(companyId: string): Promise<Record<Made, number>> {
  const { campaigns = 0, schedules = 0 } =
    (await MONTHLY_USES.get({ companyId, month: await thisMonth(companyId) }, { consistent: true })) ?? {}
  return { campaigns, schedules }
}
