import type { ExternalMessage, ExternalOrder, ExternalTicket } from '@balcao/shared/entities/external.ts'
import type { WebhookEvent } from '@balcao/shared/entities/webhook.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { instant } from '../instant.ts'
import { type BudgetHead, type BudgetLines, toWireItem, toWireRow } from '../orders/budget-row.ts'
import { happeningsOf, ruleEventWrites } from '../rules/rule-event.ts'
import { ruleTimerWrites } from '../rules/rule-timers.ts'
import type { Write } from '../table/transact.ts'
import type { MessageRow } from '../tickets/message-row.ts'
import { isLive, type TicketRow } from '../tickets/ticket-row.ts'
import { webhooksFor } from './webhook.ts'
import { type NewWebhookDelivery, newWebhookDeliveries } from './webhook-delivery.ts'

/** Returns a ticket as external systems receive it. Times are ISO 8601. */
export const externalTicket = (ticket: TicketRow): ExternalTicket => ({
  id: ticket.id,
  status: ticket.status,
  contact: { id: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
  isGroup: ticket.isGroup,
  connection: { id: ticket.whatsapp.id, name: ticket.whatsapp.name },
  queue: ticket.queue && { id: ticket.queue.id, name: ticket.queue.name },
  user: ticket.user && { id: ticket.user.id, name: ticket.user.name },
  rating: ticket.rating,
  referral: ticket.referral ? { ...ticket.referral, at: instant(ticket.referral.at) } : null,
  createdAt: instant(ticket.createdAt),
  closedAt: ticket.closedAt === null ? null : instant(ticket.closedAt),
})

/** Returns a message as external systems receive it. */
export const externalMessage = (message: MessageRow): ExternalMessage => ({
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
export const externalOrder = (head: BudgetHead, lines: BudgetLines): ExternalOrder => {
  const { id, number, store, customer, statusBudGet, user, ...row } = toWireRow(head)
  const { subTotal, freight, discount, increase, total, canceledAt, createdAt } = row
  return {
    ...{ id, number, ticketId: head.ticketId, store, customer, status: statusBudGet, user },
    ...{ subTotal, freight, discount, increase, total },
    items: lines.items.map(toWireItem),
    ...{ canceledAt, createdAt },
  }
}

/** Bodies beside those of events: of a test, and of an action that somebody or a rule carried out. */
type Other = 'ping' | 'action'

/** Returns the body of an event; its id is the same for every webhook that receives it. */
export const eventBody = (event: WebhookEvent | Other, data: object): string =>
  JSON.stringify({ id: newId(), event, createdAt: new Date().toISOString(), data })

/**
 * Returns the deliveries of an event to known subscribers; `data` is called only if there is one.
 */
export function webhookDeliveriesTo(
  subscribers: readonly { id: string }[],
  event: WebhookEvent,
  data: () => object,
): NewWebhookDelivery[] {
  if (subscribers.length === 0) return []
  const body = eventBody(event, data())
  return subscribers.map(({ id }) => ({ target: 'webhook', targetId: id, event, body }))
}

/**
 * Returns the writes that deliver an event to the company's webhooks, for the transaction of the
 * event: it is delivered if and only if it happened. Empty if no webhook subscribes to it.
 */
export const webhookWrites = async (companyId: string, event: WebhookEvent, data: () => object): Promise<Write[]> =>
  newWebhookDeliveries(companyId, webhookDeliveriesTo(await webhooksFor(companyId, event), event, data))

/**
 * Returns the same for a ticket that is created or changed, and for a message that comes with it;
 * and the writes by which the company's rules are asked.
 */
export async function ticketEventWrites(
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow,
  message?: MessageRow | null,
): Promise<Write[]> {
  const ticket = () => ({ ticket: externalTicket(after) })
  const was = before !== undefined && isLive(before.status)
  const is = isLive(after.status)
  const happened: (readonly [WebhookEvent, () => object])[] = [
    ...(is && !was ? [['ticket.opened', () => ({ ...ticket(), reopened: before !== undefined })] as const] : []),
    ...(was && !is ? [['ticket.closed', ticket] as const] : []),
    ...(after.rating !== null && after.rating !== before?.rating ? [['ticket.rated', ticket] as const] : []),
    ...(message && !message.fromMe
      ? [['message.received', () => ({ ...ticket(), message: externalMessage(message) })] as const]
      : []),
  ]
  const deliveries = await Promise.all(
    happened.map(async ([event, data]) => webhookDeliveriesTo(await webhooksFor(companyId, event), event, data)),
  )
  return [
    ...newWebhookDeliveries(companyId, deliveries.flat()),
    ...(await ruleEventWrites(companyId, happeningsOf(before, after, message))),
    ...(await ruleTimerWrites(before, after, Boolean(message))),
  ]
}
