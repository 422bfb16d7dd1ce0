/**
 * Number of campaigns and scheduled messages that a company created in a month of its own time
 * zone. It is one row per month, incremented in the transaction that creates one, under the plan's
 * limit, so that two at once never exceed it and a refused call counts nothing. Deleting one does
 * not reduce it.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { type Refusals, update, type Write } from '../table/transact.ts'
import { thisMonth } from './this-month.ts'

type Made = 'campaigns' | 'schedules'

const keyOf = (companyId: string, month: string): TableKey => ({
  pk: `${companyId}#monthly-use`,
  sk: `made#${month}`,
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
  return update('monthlyUse', {
    TableName: tableName(),
    Key: keyOf(companyId, await thisMonth(companyId)),
    UpdateExpression: 'ADD #made :one',
    ExpressionAttributeNames: { '#made': made },
    ExpressionAttributeValues: { ':one': 1, ...(limit === null ? {} : { ':limit': limit }) },
    ...(limit === null ? {} : { ConditionExpression: 'attribute_not_exists(#made) OR #made < :limit' }),
  })
}

/** Returns how many were created this month. Costs one read unit. */
export async function madeThisMonth(companyId: string): Promise<Record<Made, number>> {
  const row = await getItem(keyOf(companyId, await thisMonth(companyId)), true)
  return { campaigns: Number(row?.campaigns ?? 0), schedules: Number(row?.schedules ?? 0) }
}
