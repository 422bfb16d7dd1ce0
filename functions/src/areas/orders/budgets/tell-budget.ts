/** What is told of an order once it is written. */
import { type BudgetHead, type BudgetLines, couponIds, toWireRow } from '../../../data/orders/budget-row.ts'
import { COUPONS } from '../../../data/orders/coupon.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import { tellStock } from '../../../messaging/tell-stock.ts'

/** Tells of an order; a cancelled one says so, and lists that show none drop it. */
export const tellBudget = (head: BudgetHead, action: 'create' | 'update'): Promise<void> =>
  tellRow(head.companyId, 'budGet', action, toWireRow(head))

/** Tells what an order took, or gave back: what is left in its store, and how often its coupons are used. */
export async function tellTaken(
  { companyId, store }: BudgetHead,
  lines: Pick<BudgetLines, 'items' | 'coupons'>,
): Promise<void> {
  await Promise.all([
    tellStock(
      companyId,
      store.id,
      lines.items.map(({ productId }) => productId),
    ),
    ...couponIds(lines).map(async id => {
      const coupon = await getRow(companyId, COUPONS, id)
      if (coupon) await tellRow(companyId, 'coupon', 'update', coupon)
    }),
  ])
}
