import { AppError } from '@balcao/shared/errors.ts'
import { requireBudget } from '../../../data/orders/budget.ts'
import { type BudgetHead, historyWrite, toWireBudget } from '../../../data/orders/budget-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { UserContext } from '../../../http/context.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'
import { orderTexts } from '../../../sales/order-texts.ts'
import { publishOrder } from '../../../sales/publish-order.ts'
import { type Caller, requireWritable, visibleTicket } from '../../tickets/caller.ts'
import { requestDigest } from '../../tickets/messages/request-digest.ts'
import type { Operations } from '../operations.ts'

/**
 * Sends an order into the conversation of its ticket: its text, its Pix code, or both. The first
 * message is written together with the order's history entry: nothing is in the conversation that
 * is not in the history. A repeat with the same `clientId` sends what the first call did not, and
 * nothing twice.
 * @throws ERR_BUDGET_WITHOUT_TICKET, ERR_TICKET_NOT_ACCEPTED, ERR_IDEMPOTENCY_KEY_REUSED
 */
export const sendBudget: Operations['budgets']['send'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  const whole = await requireBudget(companyId, id)
  const { head } = whole
  if (head.canceledAt !== null) throw new AppError('ERR_BUDGET_CANCELED')
  const [texts, { ticket: seen, user }] = await Promise.all([orderTexts(whole, body), liveTicket(ctx, head)])
  const { clientId } = body
  const request = clientId && requestDigest(id, body.text, body.pix)
  const step = { at: Date.now(), type: 'sent' as const, user, status: null }
  let ticket = seen
  for (const [i, text] of texts.entries()) {
    const sent = await sendMessage(ctx, {
      ticket,
      content: { kind: 'text', body: text },
      origin: 'attendant',
      acceptedOnly: true,
      user,
      extra: i === 0 ? [historyWrite(head, step)] : [],
      request,
      ...(clientId ? { whatsappMessageId: whatsappMessageId(ticket.whatsapp.id, 'order', clientId, String(i)) } : {}),
    }).catch(withoutTicket)
    ticket = sent.ticket
  }
  await publishOrder(head, 'update')
  return toWireBudget(await requireBudget(companyId, id))
}

/**
 * Returns the order's ticket, accepted and visible to the caller.
 * @throws ERR_BUDGET_WITHOUT_TICKET, ERR_TICKET_NOT_ACCEPTED
 */
async function liveTicket(ctx: UserContext, { ticketId }: BudgetHead): Promise<Caller & { ticket: TicketRow }> {
  const found = ticketId === null ? undefined : await visibleTicket(ctx, ticketId).catch(withoutTicket)
  if (!found || found.ticket.status === 'closed') throw new AppError('ERR_BUDGET_WITHOUT_TICKET')
  requireWritable(found.ticket)
  return found
}

const OUT_OF_REACH = ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_TICKET_CLOSED']

function withoutTicket(error: unknown): never {
  if (error instanceof AppError && OUT_OF_REACH.includes(error.code))
    throw new AppError('ERR_BUDGET_WITHOUT_TICKET', { cause: error })
  throw error
}
