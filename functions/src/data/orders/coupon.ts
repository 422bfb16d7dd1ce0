/**
 * Coupons: a small list, with two counters that orders increment in their own transaction. `used`
 * of the row counts orders; a row per customer counts theirs. Neither changes `updatedAt`, so that
 * editing a coupon never resets its uses, and an order based on outdated terms is refused.
 */
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { namedValues, type ValueField } from '@balcao/shared/rules/sales/coupon-value.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { normalizeName } from '../table/normalize.ts'
import { queryItems } from '../table/query-items.ts'
import { removeTogether } from '../table/remove-keys.ts'
import { countInRow, getRow, keyOf, type SmallList } from '../table/small-list.ts'
import { update, type Write } from '../table/transact.ts'
import { ownerOf } from '../table/unique.ts'

/** Coupon as stored: its value is stored once. */
export type CouponRow = Omit<Coupon, ValueField>

export const showCoupon = (row: CouponRow): Coupon => ({ ...row, ...namedValues(row) })

export const COUPONS: SmallList<CouponRow> = {
  kind: 'coupon',
  missing: 'ERR_NO_COUPON_FOUND',
  text: coupon => coupon.name,
  unique: coupon => ({ couponName: normalizeName(coupon.name) }),
  taken: { couponName: 'ERR_COUPON_NAME_ALREADY_EXISTS' },
}

const USES = defineRow({
  kind: 'couponUse',
  key: { pk: '${companyId}#couponUse#${couponId}', sk: 'customer#${customerId}' },
  content: z.object({
    companyId: z.string(),
    couponId: z.string(),
    customerId: z.string(),
    uses: z.number(),
  }),
  keyOnly: ['companyId', 'customerId'],
  unmarked: true,
})

/**
 * Reads the coupons of these names, as typed, consistently; unknown names are left out. Costs 2
 * read units per name.
 */
export async function couponsByName(companyId: string, names: readonly string[]): Promise<CouponRow[]> {
  const normalized = [...new Set(names.map(normalizeName))].filter(name => name !== '')
  const found = await Promise.all(
    normalized.map(async name => {
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
  const keys = [...new Set(couponIds)].map(couponId => USES.key({ companyId, couponId, customerId }))
  const items = await batchItems<{ couponId: string; uses: number }>(keys, ['couponId', 'uses'], true)
  return Object.fromEntries(items.map(({ couponId, uses }) => [couponId, uses]))
}

/**
 * Returns the writes by which an order uses a coupon, as it was read. `coupon` is refused if the
 * coupon was deleted, has other terms by now or is used up, and `couponUse` if this customer has
 * used it up: a caller that reads again finds the reason (`retryUntilWritten`). Costs 4 write
 * units.
 */
export const useCoupon = (
  companyId: string,
  { id, updatedAt, usageLimit, usagePerUser }: Pick<Coupon, 'id' | 'updatedAt' | 'usageLimit' | 'usagePerUser'>,
  customerId: string,
): Write[] => [
  countInRow(companyId, 'coupon', id, 'used', 1, { updatedAt }, usageLimit === null ? {} : { below: usageLimit }),
  update(
    'couponUse',
    USES.upsert(
      { companyId, couponId: id, customerId },
      {
        add: { uses: 1 },
        when: is => (usagePerUser === null ? [] : [is.any(is.absent('uses'), is.below('uses', usagePerUser))]),
      },
    ),
  ),
]

/**
 * Returns the writes by which a cancelled order returns its coupons; a coupon deleted meanwhile is
 * skipped. `couponBack` is refused if a coupon is deleted at the same moment: a caller that reads
 * again skips it (`retryUntilWritten`).
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
  return kept.flatMap(couponId => [
    { ...countInRow(companyId, 'coupon', couponId, 'used', -1, {}, { above: 0 }), label: 'couponBack' },
    update(
      'couponBack',
      USES.change({ companyId, couponId, customerId }, { add: { uses: -1 }, when: is => [is.above('uses', 0)] }),
    ),
  ])
}

/** Number of rows deleted at once: the limit of a transaction. */
const BATCH_SIZE = 100

/**
 * Deletes the rows of customers' uses of a deleted coupon; rows left by an interrupted run are
 * never read.
 */
export async function deleteCouponUses(companyId: string, couponId: string): Promise<void> {
  const query = USES.query({ companyId, couponId })
  for (;;) {
    const { items } = await queryItems<TableKey>(query, BATCH_SIZE, { attributes: ['pk', 'sk'], consistent: true })
    if (items.length === 0) return
    await removeTogether(items)
  }
}
