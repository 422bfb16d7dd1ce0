import type { OutsideMessage, OutsideOrder, OutsideTicket } from '@balcao/shared/entities/outside.ts'
import type { WebhookEvent } from '@balcao/shared/entities/webhook.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { instant } from '../instant.ts'
import { type BudgetHead, type BudgetLines, toWireItem, toWireRow } from '../orders/budget-row.ts'
import type { Write } from '../table/transact.ts'
import type { MessageRow } from '../tickets/message-row.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { type NewDelivery, newDeliveries } from './delivery.ts'
import { webhooksFor } from './webhook.ts'

/** Returns a ticket as external systems receive it. Times are ISO 8601. */
export const outsideTicket = (ticket: TicketRow): OutsideTicket => ({
  id: ticket.id,
  status: ticket.status,
  contact: { id: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
  isGroup: ticket.isGroup,
  connection: { id: ticket.whatsapp.id, name: ticket.whatsapp.name },
  queue: ticket.queue && { id: ticket.queue.id, name: ticket.queue.name },
  user: ticket.user && { id: ticket.user.id, name: ticket.user.name },
  rating: ticket.rating,
  createdAt: instant(ticket.createdAt),
  closedAt: ticket.closedAt === null ? null : instant(ticket.closedAt),
})

/** Returns a message as external systems receive it. */
export const outsideMessage = (message: MessageRow): OutsideMessage => ({
  id: message.id,
  ticketId: message.ticketId,
  contactId: message.contactId,
  body: message.body,
  fromMe: message.fromMe,
  origin: message.origin,
  mediaType: message.mediaType,
  media: message.media && {
    fileName: message.media.fileName ?? '',
    mimetype: message.media.mimetype,
    size: message.media.size ?? 0,
  },
  location: message.location,
  ack: message.ack,
  error: message.error,
  isDeleted: message.isDeleted,
  createdAt: instant(timeOfId(message.id)),
})

/** Returns an order as external systems receive it. Amounts are in reais. */
export const outsideOrder = (head: BudgetHead, lines: BudgetLines): OutsideOrder => {
  const { id, number, store, customer, statusBudGet, user, ...row } = toWireRow(head)
  const { subTotal, freight, discount, increase, total, canceledAt, createdAt } = row
  return {
    ...{ id, number, ticketId: head.ticketId, store, customer, status: statusBudGet, user },
    ...{ subTotal, freight, discount, increase, total },
    items: lines.items.map(toWireItem),
    ...{ canceledAt, createdAt },
  }
}

/** Returns the body of an event; its id is the same for every webhook that receives it. */
export const eventBody = (event: WebhookEvent | 'ping', data: object): string =>
  JSON.stringify({ id: newId(), event, createdAt: new Date().toISOString(), data })

/**
 * Returns the deliveries of an event to known subscribers; `data` is called only if there is one.
 */
export function deliveriesTo(heard: readonly { id: string }[], event: WebhookEvent, data: () => object): NewDelivery[] {
  if (heard.length === 0) return []
  const body = eventBody(event, data())
  return heard.map(({ id }) => ({ target: 'webhook', targetId: id, event, body }))
}

/**
 * Returns the writes that deliver an event to the company's webhooks, for the transaction of the
 * event: it is delivered if and only if it happened. Empty if no webhook subscribes to it.
 */
export const webhookWrites = async (companyId: string, event: WebhookEvent, data: () => object): Promise<Write[]> =>
  newDeliveries(companyId, deliveriesTo(await webhooksFor(companyId, event), event, data))

/**
 * Returns the same for a ticket that is created or changed, and for a message that comes with it.
 */
export async function ticketEventWrites(
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow,
  message?: MessageRow | null,
): Promise<Write[]> {
  const ticket = () => ({ ticket: outsideTicket(after) })
  const was = before !== undefined && isLive(before.status)
  const is = isLive(after.status)
  const happened: (readonly [WebhookEvent, () => object])[] = [
    ...(is && !was ? [['ticket.opened', () => ({ ...ticket(), reopened: before !== undefined })] as const] : []),
    ...(was && !is ? [['ticket.closed', ticket] as const] : []),
    ...(after.rating !== null && after.rating !== before?.rating ? [['ticket.rated', ticket] as const] : []),
    ...(message && !message.fromMe
      ? [['message.received', () => ({ ...ticket(), message: outsideMessage(message) })] as const]
      : []),
  ]
  const told = await Promise.all(
    happened.map(async ([event, data]) => deliveriesTo(await webhooksFor(companyId, event), event, data)),
  )
  return newDeliveries(companyId, told.flat())
}
