import type { UserRef } from '@balcao/shared/entities/user.ts'
import { webhooksFor } from '../../../data/automation/webhook.ts'
import { newWebhookDeliveries } from '../../../data/automation/webhook-delivery.ts'
import { externalOrder, webhookDeliveriesTo } from '../../../data/automation/webhook-event.ts'
import { requireBudget, requireStanding } from '../../../data/orders/budget.ts'
import { type BudgetHead, headAfter, headWrite, historyWrite, toWireBudget } from '../../../data/orders/budget-row.ts'
import { STATUS_BUDGETS, showStatus } from '../../../data/orders/status-budget.ts'
import { countOrder } from '../../../data/reports/order-day.ts'
import { orderEventWrites } from '../../../data/rules/rule-event.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { retryUntilWritten, transact, type Write } from '../../../data/table/transact.ts'
import { publishOrder } from '../../../sales/publish-order.ts'
import type { Operations } from '../operations.ts'
import { callerRef } from './caller.ts'
import { type Notice, writeToCustomer } from './write-to-customer.ts'

/**
 * Changes an order's status. Does nothing when it has that status already, so that a repeated call
 * notifies the customer once.
 */
export const updateBudget: Operations['budgets']['update'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  const user = await callerRef(ctx)
  const moved = await retryUntilWritten(() => moveTo(companyId, id, body.statusBudGetId, user))
  if (moved) await publishOrder(moved.after, 'update')
  return { ...toWireBudget(await requireBudget(companyId, id)), notice: moved?.notice ?? null }
}

/**
 * Writes the status, its history entry and the customer's notice in one transaction. Returns the
 * order and the outcome of the notice; undefined when the order has that status already.
 */
async function moveTo(
  companyId: string,
  id: string,
  statusId: string | null,
  user: UserRef,
): Promise<{ after: BudgetHead; notice: Notice | null } | undefined> {
  const before = await requireStanding(companyId, id)
  const status = statusId === null ? null : showStatus(await requireRow(companyId, STATUS_BUDGETS, statusId))
  if (before.status?.id === status?.id) return undefined
  // A paid order that is shipped stays paid; only removing its status undoes that.
  const paidAt = status && (before.paidAt ?? (status.paid ? Date.now() : null))
  const after = headAfter(before, { status: status && { id: status.id, name: status.name }, paidAt })
  const entry = { at: after.updatedAt, type: 'status' as const, user, status: status?.name ?? null }
  const writes = [
    headWrite(after, before),
    historyWrite(before, entry),
    ...(await countOrder(before, after)),
    ...(await orderEventWrites('order.status', after)),
    ...(await statusDeliveries(after)),
  ]
  const notice = status?.message.trim() ? await writeToCustomer(after, status, user, writes) : null
  if (notice === null || notice === 'blocked') await transact(writes)
  return { after, notice }
}

/** Returns the deliveries of the new status to webhooks; the lines are read only for these. */
async function statusDeliveries(head: BudgetHead): Promise<Write[]> {
  const { companyId, id } = head
  const subscribers = await webhooksFor(companyId, 'order.status')
  if (subscribers.length === 0) return []
  const { lines } = await requireBudget(companyId, id)
  const data = () => ({ order: externalOrder(head, lines) })
  return newWebhookDeliveries(companyId, webhookDeliveriesTo(subscribers, 'order.status', data))
}
