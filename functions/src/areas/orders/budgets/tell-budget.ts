/** What is told of an order once it is written. */
import { type BudgetHead, type BudgetLines, couponIds, toWireRow } from '../../../data/orders/budget-row.ts'
import { COUPONS, showCoupon } from '../../../data/orders/coupon.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { logger } from '../../../http/logger.ts'
import { tellGone, tellRow } from '../../../messaging/tell-row.ts'
import { tellStock } from '../../../messaging/tell-stock.ts'

/** Tells of an order; a cancelled one says so, and lists that show none drop it. */
export const tellBudget = (head: BudgetHead, action: 'create' | 'update'): Promise<void> =>
  tellRow(head.companyId, 'budGet', action, toWireRow(head))

/**
 * Publishes a cancelled order: as it is now, for who lists cancelled ones too, and as deleted, for who lists only those that
 * stand.
 */
export async function tellCanceled(head: BudgetHead): Promise<void> {
  await tellBudget(head, 'update')
  await tellGone(head.companyId, 'budGet', head.id)
}

/**
 * Tells what an order took, or gave back: what is left in its store, and how often its coupons are used. It is written already, so
 * nothing fails its caller: what is not told is seen with the next look.
 */
export async function tellTaken(
  { companyId, store }: BudgetHead,
  lines: Pick<BudgetLines, 'items' | 'coupons'>,
): Promise<void> {
  const products = lines.items.map(({ productId }) => productId)
  const told = await Promise.allSettled([
    tellStock(companyId, store.id, products),
    ...couponIds(lines).map(async id => {
      const coupon = await getRow(companyId, COUPONS, id)
      if (coupon) await tellRow(companyId, 'coupon', 'update', showCoupon(coupon))
    }),
  ])
  for (const { reason } of told.filter(each => each.status === 'rejected'))
    logger.warn('what an order took is not told', { companyId, error: reason as Error })
}
