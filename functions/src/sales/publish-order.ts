/** Publishes changes of an order after they are written. */
import { type BudgetHead, type BudgetLines, couponIds, toWireRow } from '../data/orders/budget-row.ts'
import { COUPONS, showCoupon } from '../data/orders/coupon.ts'
import { getRow } from '../data/table/small-list.ts'
import { logger } from '../http/logger.ts'
import { publishRow, publishRowDeleted } from '../messaging/publish-row.ts'
import { publishStock } from '../messaging/publish-stock.ts'

/**
 * Publishes an order; a cancelled one carries its state, so that lists without cancelled orders
 * drop it.
 */
export const publishOrder = (head: BudgetHead, action: 'create' | 'update'): Promise<void> =>
  publishRow(head.companyId, 'budGet', action, toWireRow(head))

/**
 * Publishes a cancelled order: as it is now, for lists that show cancelled ones, and as deleted,
 * for those that do not.
 */
export async function publishOrderCanceled(head: BudgetHead): Promise<void> {
  await publishOrder(head, 'update')
  await publishRowDeleted(head.companyId, 'budGet', head.id)
}

/**
 * Publishes the store's remaining stock and the coupons' use after an order took, or returned,
 * some. It is written already, so a failure does not fail the caller: what was not published is
 * seen at the next read.
 */
export async function publishStockTaken(
  { companyId, store }: BudgetHead,
  lines: Pick<BudgetLines, 'items' | 'coupons'>,
): Promise<void> {
  const products = lines.items.map(({ productId }) => productId)
  const results = await Promise.allSettled([
    publishStock(companyId, store.id, products),
    ...couponIds(lines).map(async id => {
      const coupon = await getRow(companyId, COUPONS, id)
      if (coupon) await publishRow(companyId, 'coupon', 'update', showCoupon(coupon))
    }),
  ])
  for (const { reason } of results.filter(each => each.status === 'rejected'))
    logger.warn('the new stock was not published', { companyId, error: reason as Error })
}
