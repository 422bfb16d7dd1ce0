import type { FieldValues } from '@balcao/shared/entities/custom-field.ts'
import type { ExternalMessage, ExternalOrder, ExternalTicket } from '@balcao/shared/entities/external.ts'
import type { WebhookEvent } from '@balcao/shared/entities/webhook.ts'
import { messageId, newId, timeOfId } from '@balcao/shared/ids.ts'
import { distributionWrites } from '../distribution/distribution-event.ts'
import { shownFields } from '../fields/field-values.ts'
import { instant } from '../instant.ts'
import { type BudgetHead, type BudgetLines, toWireItem, toWireRow } from '../orders/budget-row.ts'
import { type Happening, happeningsOf, ruleEventWrites } from '../rules/rule-event.ts'
import { ruleTimerWrites } from '../rules/rule-timers.ts'
import type { Write } from '../table/transact.ts'
import type { MessageRow } from '../tickets/message-row.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { webhooksFor } from './webhook.ts'
import { type NewWebhookDelivery, newWebhookDeliveries } from './webhook-delivery.ts'

/**
 * Returns a ticket as external systems receive it. Times are ISO 8601.
 * @param fields its custom fields, as `shownFields` returns them
 */
export const externalTicket = (ticket: TicketRow, fields: FieldValues): ExternalTicket => ({
  id: ticket.id,
  status: ticket.status,
  contact: { id: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
  isGroup: ticket.isGroup,
  connection: { id: ticket.whatsapp.id, name: ticket.whatsapp.name },
  queue: ticket.queue && { id: ticket.queue.id, name: ticket.queue.name },
  user: ticket.user && { id: ticket.user.id, name: ticket.user.name },
  rating: ticket.rating,
  fields,
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

/**
 * Bodies beside those of events: of a test, and of an action that somebody or a rule carried out.
 */
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
 * and the writes by which the company's rules are asked, and its queues' distribution.
 */
export async function ticketEventWrites(
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow,
  message?: MessageRow | null,
): Promise<Write[]> {
  const happenings = happeningsOf(before, after, message)
  const deliveries = await ticketDeliveries(
    after,
    happenings.map(happening => ({
      event: happening.event,
      more: () => partsOf(happening, before, after, message),
    })),
  )
  return [
    ...newWebhookDeliveries(companyId, deliveries),
    ...(await ruleEventWrites(companyId, happenings)),
    ...(await ruleTimerWrites(before, after, Boolean(message))),
    ...(await distributionWrites(companyId, before, after)),
  ]
}

/**
 * Returns the deliveries of events of a ticket, each with what it says beside the ticket. Reads the
 * custom fields only if a webhook subscribes to one of the events.
 */
async function ticketDeliveries(
  ticket: TicketRow,
  events: readonly { event: WebhookEvent; more: () => object }[],
): Promise<NewWebhookDelivery[]> {
  const { companyId } = ticket
  const subscribers = await Promise.all(events.map(({ event }) => webhooksFor(companyId, event)))
  if (subscribers.flat().length === 0) return []
  const shown = externalTicket(ticket, await shownFields(companyId, ticket.fields))
  return events.flatMap(({ event, more }, i) =>
    webhookDeliveriesTo(subscribers[i]!, event, () => ({ ticket: shown, ...more() })),
  )
}

/** Returns what an event says beside its ticket. */
function partsOf(
  { event, tagId, goal }: Happening,
  before: TicketRow | undefined,
  after: TicketRow,
  message: MessageRow | null | undefined,
): object {
  if (event === 'ticket.opened') return { reopened: before !== undefined }
  if (event === 'message.received' && message) return { message: externalMessage(message) }
  if (event === 'goal.breached') return { goal }
  if (event === 'tag.set') {
    const tag = after.tags.find(({ id }) => id === tagId)
    return { tag: tag && { id: tag.id, name: tag.name } }
  }
  if (event !== 'ticket.transferred' || !before) return {}
  const { queue, user } = externalTicket(before, {})
  return { from: { queue, user } }
}

/**
 * Returns the writes that tell webhooks of what a timer found in a ticket. A timer that fires twice
 * makes the same deliveries; the second time they are refused (label `delivery`).
 */
export async function timedEventDeliveries(
  ticket: TicketRow,
  event: 'ticket.idle' | 'window.closing',
  eventId: string,
  more: object = {},
): Promise<Write[]> {
  const made = await ticketDeliveries(ticket, [{ event, more: () => more }])
  const fixed = made.map(async each => ({ ...each, id: await messageId(each.targetId, eventId, timeOfId(eventId)) }))
  return newWebhookDeliveries(ticket.companyId, await Promise.all(fixed))
}
