/** Tells the browsers what happened to a ticket and its messages; called after the commit. */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketLog, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import { CUT_MARK, cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { toWireContact, toWireMessage, toWireTicket } from '../data/tickets/wire.ts'
import { publish } from '../realtime/publish.ts'
import type { Audience } from '../realtime/recipients.ts'

/** API Gateway posts 128 KB at most; the rest of the event has room beside the message. */
const MESSAGE_BYTES = 100_000
/** What is left of the text of a message that is too large: some screens of it, in the worst case 60 KB. */
const PARTIAL_TEXT = 10_000

/** A message as one frame can hold it. */
const fitting = (message: Message): { message: Message; partial?: true } =>
  jsonBytes(message) <= MESSAGE_BYTES
    ? { message }
    : {
        message: {
          ...message,
          body: cutText(message.body, PARTIAL_TEXT, CUT_MARK),
          ...{ vcards: [], earlierBodies: [], history: [] },
        },
        partial: true,
      }

type Standing = NonNullable<Audience['ticket']>

const standing = (ticket: TicketRow): Standing => ({
  id: ticket.id,
  status: ticket.status,
  queueId: ticket.queue?.id ?? null,
  userId: ticket.user?.id ?? null,
})

/** Who may hear of a ticket, and who must learn that it left when it stood elsewhere before. */
const audienceOf = (ticket: TicketRow, before?: TicketRow): Audience => {
  const now = standing(ticket)
  if (!before) return { ticket: now }
  const previous = standing(before)
  const moved = previous.status !== now.status || previous.queueId !== now.queueId || previous.userId !== now.userId
  return { ticket: now, ...(moved ? { previous } : {}) }
}

/** A message is there. `notify`: people may be alerted, each by the notification rule. */
export async function tellMessage(ticket: TicketRow, message: MessageRow, notify: boolean): Promise<void> {
  const [wireMessage, wireTicket] = await Promise.all([toWireMessage(message, ticket), toWireTicket(ticket)])
  await publish(
    ticket.companyId,
    'appMessage',
    { action: 'create', ...fitting(wireMessage), ticket: wireTicket, notify },
    audienceOf(ticket),
  )
}

/** Something about a message changed. */
export async function tellMessageChange(ticket: TicketRow, message: MessageRow): Promise<void> {
  await publish(
    ticket.companyId,
    'appMessage',
    { action: 'update', ...fitting(await toWireMessage(message, ticket)) },
    audienceOf(ticket),
  )
}

/** A ticket is new, or stands differently than `before`. */
export async function tellTicket(ticket: TicketRow, before?: TicketRow): Promise<void> {
  await publish(
    ticket.companyId,
    'ticket',
    { action: before ? 'update' : 'create', ticket: await toWireTicket(ticket) },
    audienceOf(ticket, before),
  )
  // Its closing or return removed the draft.
  if (before?.draftBegun && !ticket.draftBegun) await tellDraft(ticket, null)
}

/** A ticket's order in the making was changed; null: it is gone, given up or made an order of. */
export async function tellDraft(ticket: TicketRow, draft: DraftOrder | null): Promise<void> {
  await publish(ticket.companyId, 'draftOrder', { action: 'update', ticketId: ticket.id, draft }, audienceOf(ticket))
}

/** A ticket was deleted. */
export async function tellTicketGone(ticket: TicketRow): Promise<void> {
  const { companyId, id, status } = ticket
  await publish(companyId, 'ticket', { action: 'delete', ticketId: id, status }, audienceOf(ticket))
}

/** Entries joined the ticket's log. */
export async function tellLogs(ticket: TicketRow, logs: readonly TicketLog[]): Promise<void> {
  await Promise.all(
    logs.map(log =>
      publish(ticket.companyId, 'ticket', { action: 'log', ticketId: ticket.id, log }, audienceOf(ticket)),
    ),
  )
}

/** A note was written in the ticket. */
export async function tellNote(ticket: TicketRow, note: TicketNote): Promise<void> {
  await publish(ticket.companyId, 'ticket', { action: 'note', ticketId: ticket.id, note }, audienceOf(ticket))
}

/** A contact is new, or shown differently. */
export async function tellContact(contact: ContactRow, action: 'create' | 'update'): Promise<void> {
  await publish(contact.companyId, 'contact', { action, contact: await toWireContact(contact) })
}

/** The contact is writing. */
export async function tellPresence(ticket: TicketRow, presence: 'composing' | 'recording' | 'paused'): Promise<void> {
  await publish(ticket.companyId, 'presence', { ticketId: ticket.id, presence, user: null }, audienceOf(ticket))
}
