import { externalOrder } from '../../../data/automation/webhook-event.ts'
import { findBudget } from '../../../data/orders/budget.ts'
import type { Operations } from '../operations.ts'
import { requirePaying } from './require-own-ticket.ts'

export const getExternalOrder: Operations['external']['order'] = async (ctx, { query }) => {
  const [{ head, lines }] = await Promise.all([findBudget(ctx.companyId, query.number), requirePaying(ctx)])
  return externalOrder(head, lines)
}
