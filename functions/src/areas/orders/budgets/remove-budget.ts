import { mayAccess } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getHead } from '../../../data/orders/budget.ts'
import { cancelBudget } from '../../../data/orders/cancel-budget.ts'
import { publishOrderCanceled, publishStockTaken } from '../../../sales/publish-order.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './caller.ts'

/** Cancels an order. One that is cancelled already, or never existed, is no error. */
export const removeBudget: Operations['budgets']['remove'] = async (ctx, { params: { id } }): Promise<undefined> => {
  const { companyId, actor } = ctx
  const [user, head] = await Promise.all([callerRef(ctx), getHead(companyId, id)])
  if (!head) return
  if (head.user.id !== actor.userId && !mayAccess('supervisor', actor)) throw new AppError('ERR_NO_PERMISSION')
  const canceled = await cancelBudget(companyId, id, user)
  if (!canceled) return
  ctx.audit({ name: String(canceled.head.number) })
  await Promise.all([publishOrderCanceled(canceled.head), publishStockTaken(canceled.head, canceled.lines)])
}
