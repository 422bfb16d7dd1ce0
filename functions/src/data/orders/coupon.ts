/**
 * Coupons: a small list, with two counters that orders increment in their own transaction. `used`
 * of the row counts orders; a row per customer counts theirs. Neither changes `updatedAt`, so that
 * editing a coupon never resets its uses, and an order based on outdated terms is refused. Keys of
 * a customer's row: pk `company#couponUse#coupon id`, sk `customer#id`.
 */
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { namedValues, type ValueField } from '@balcao/shared/rules/sales/coupon-value.ts'
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { keyQuery } from '../table/key-query.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { getRow, keyOf, type SmallList } from '../table/small-list.ts'
import { remove, transact, update, type Write } from '../table/transact.ts'
import { ownerOf } from '../table/unique.ts'

/** Coupon as stored: its value is stored once. */
export type CouponRow = Omit<Coupon, ValueField>

export const showCoupon = (row: CouponRow): Coupon => ({ ...row, ...namedValues(row) })

export const COUPONS: SmallList<CouponRow> = {
  kind: 'coupon',
  missing: 'ERR_NO_COUPON_FOUND',
  text: coupon => coupon.name,
  unique: coupon => ({ couponName: foldName(coupon.name) }),
  taken: { couponName: 'ERR_COUPON_NAME_ALREADY_EXISTS' },
}

const usePartition = (companyId: string, couponId: string): string => `${companyId}#couponUse#${couponId}`
const useKey = (companyId: string, couponId: string, customerId: string): TableKey => ({
  pk: usePartition(companyId, couponId),
  sk: `customer#${customerId}`,
})

/**
 * Reads the coupons of these names, as typed, consistently; unknown names are left out. Costs 2
 * read units per name.
 */
export async function couponsByName(companyId: string, names: readonly string[]): Promise<CouponRow[]> {
  const folded = [...new Set(names.map(foldName))].filter(name => name !== '')
  const found = await Promise.all(
    folded.map(async name => {
      const id = await ownerOf(companyId, 'couponName', name)
      return id === undefined ? undefined : getRow(companyId, COUPONS, id, true)
    }),
  )
  return found.filter(coupon => coupon !== undefined)
}

/**
 * Reads how many orders of a customer used each of these coupons, consistently; unused ones are
 * left out. Costs one read unit each.
 */
export async function usesOfCustomer(
  companyId: string,
  customerId: string,
  couponIds: readonly string[],
): Promise<Record<string, number>> {
  const keys = [...new Set(couponIds)].map(id => useKey(companyId, id, customerId))
  const items = await batchItems<{ couponId: string; uses: number }>(keys, ['couponId', 'uses'], true)
  return Object.fromEntries(items.map(({ couponId, uses }) => [couponId, uses]))
}

/**
 * Returns the writes by which an order uses a coupon, as it was read. `coupon` is refused if the
 * coupon was deleted, has other terms by now or is used up, and `couponUse` if this customer has
 * used it up: a caller that reads again finds the reason (`untilWritten`). Costs 4 write units.
 */
export const useCoupon = (
  companyId: string,
  { id, updatedAt, usageLimit, usagePerUser }: Pick<Coupon, 'id' | 'updatedAt' | 'usageLimit' | 'usagePerUser'>,
  customerId: string,
): Write[] => [
  update('coupon', {
    TableName: tableName(),
    Key: keyOf(companyId, 'coupon', id),
    UpdateExpression: 'ADD used :one',
    ConditionExpression: usageLimit === null ? 'updatedAt = :read' : 'updatedAt = :read AND used < :limit',
    ExpressionAttributeValues: {
      ':one': 1,
      ':read': updatedAt,
      ...(usageLimit === null ? {} : { ':limit': usageLimit }),
    },
  }),
  update('couponUse', {
    TableName: tableName(),
    Key: useKey(companyId, id, customerId),
    UpdateExpression: 'ADD uses :one SET couponId = :coupon',
    ...(usagePerUser === null ? {} : { ConditionExpression: 'attribute_not_exists(uses) OR uses < :limit' }),
    ExpressionAttributeValues: {
      ':one': 1,
      ':coupon': id,
      ...(usagePerUser === null ? {} : { ':limit': usagePerUser }),
    },
  }),
]

/**
 * Returns the writes by which a cancelled order returns its coupons; a coupon deleted meanwhile is
 * skipped. `couponBack` is refused if a coupon is deleted at the same moment: a caller that reads
 * again skips it (`untilWritten`).
 */
export async function giveCouponsBack(
  companyId: string,
  couponIds: readonly string[],
  customerId: string,
): Promise<Write[]> {
  const there = await batchItems<{ sk: string }>(
    couponIds.map(id => keyOf(companyId, 'coupon', id)),
    ['sk'],
    true,
  )
  const kept = couponIds.filter(id => there.some(({ sk }) => sk === keyOf(companyId, 'coupon', id).sk))
  return kept.flatMap(id => [
    back(keyOf(companyId, 'coupon', id), 'used'),
    back(useKey(companyId, id, customerId), 'uses'),
  ])
}

const back = (key: TableKey, field: 'used' | 'uses'): Write =>
  update('couponBack', {
    TableName: tableName(),
    Key: key,
    UpdateExpression: 'ADD #field :less',
    ConditionExpression: '#field > :none',
    ExpressionAttributeNames: { '#field': field },
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  })

/** Number of rows deleted at once: the limit of a transaction. */
const AT_ONCE = 100

/**
 * Deletes the rows of customers' uses of a deleted coupon; rows left by an interrupted run are
 * never read.
 */
export async function deleteCouponUses(companyId: string, couponId: string): Promise<void> {
  const query = keyQuery('main', usePartition(companyId, couponId), { begins: 'customer#' })
  for (;;) {
    const { items } = await queryItems<{ sk: string }>(query, AT_ONCE, { attributes: ['sk'], consistent: true })
    if (items.length === 0) return
    const pk = usePartition(companyId, couponId)
    await transact(items.map(({ sk }) => remove('couponUse', { TableName: tableName(), Key: { pk, sk } })))
  }
}
