import type { UserRef } from '@balcao/shared/entities/user.ts'
import { getProductStores, giveStockBack } from '../catalog/product-store.ts'
import { countOrder } from '../reports/order-day.ts'
import { retryUntilWritten, transact } from '../table/transact.ts'
import { getHead, linesOf } from './budget.ts'
import { type BudgetHead, type BudgetLines, couponIds, headAfter, headWrite, historyWrite } from './budget-row.ts'
import { giveCouponsBack } from './coupon.ts'

export type Canceled = { head: BudgetHead; lines: BudgetLines }

/**
 * Cancels an order and returns its stock and coupons, in one transaction under the head that was
 * read: of any number of concurrent calls one succeeds. Products that the store no longer sells and
 * deleted coupons are skipped. Returns undefined if the order was already cancelled. Throws
 * ERR_CONFLICT if other writers come first in every attempt.
 */
export const cancelBudget = (companyId: string, id: string, user: UserRef): Promise<Canceled | undefined> =>
  retryUntilWritten(async () => {
    const before = await getHead(companyId, id, true)
    if (!before || before.canceledAt !== null) return undefined
    const lines = await linesOf(companyId, id)
    const { store, customer } = before
    const [sold, coupons] = await Promise.all([
      getProductStores(
        companyId,
        store.id,
        lines.items.map(({ productId }) => productId),
        true,
      ),
      giveCouponsBack(companyId, couponIds(lines), customer.id),
    ])
    const at = Math.max(Date.now(), before.updatedAt + 1)
    const head = headAfter(before, { canceledAt: at })
    await transact([
      headWrite(head, before),
      historyWrite(before, { at, type: 'cancel', user, status: null }),
      ...lines.items
        .filter(({ productId }) => sold.has(productId))
        .map(({ productId, amount }) => giveStockBack(companyId, store.id, productId, amount)),
      ...coupons,
      ...(await countOrder(before, head)),
    ])
    return { head, lines }
  })
