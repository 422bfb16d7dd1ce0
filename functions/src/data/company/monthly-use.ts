/**
 * How many campaigns and scheduled messages a company made in a month of its own zone: a row per month, added to in the
 * transaction that makes one, under the plan's limit, so that two at once never exceed it and a refused call counts nothing.
 * What is deleted was made: it is not given back.
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

/** What the refusal of `countMade` means. */
export const MONTHLY_REFUSALS = { monthlyUse: 'ERR_PLAN_LIMIT' } as const satisfies Refusals

/**
 * Returns the write, labelled `monthlyUse`, that counts one more in this month.
 * @param limit of the plan: refused once so many were made; null counts without one
 * @throws ERR_PLAN_LIMIT when the plan allows none
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

/** Returns how many were made this month. One read unit. */
export async function madeThisMonth(companyId: string): Promise<Record<Made, number>> {
  const row = await getItem(keyOf(companyId, await thisMonth(companyId)), true)
  return { campaigns: Number(row?.campaigns ?? 0), schedules: Number(row?.schedules ?? 0) }
}
