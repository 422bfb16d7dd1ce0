/** Publishes to browsers what happened to a ticket and its messages; call after the commit. */
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
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

/**
 * Maximum bytes of a message in an event: API Gateway posts 128 KB at most, and the rest of the
 * event needs room too.
 */
const MESSAGE_BYTES = 100_000
/**
 * Characters kept of the text of a message that is too large: some screens of it, in the worst case
 * 60 KB.
 */
const PARTIAL_TEXT = 10_000

/** Returns a message that fits into one frame. */
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

type Visibility = NonNullable<Audience['ticket']>

const visibility = (ticket: TicketRow): Visibility => ({
  id: ticket.id,
  status: ticket.status,
  queueId: ticket.queue?.id ?? null,
  userId: ticket.user?.id ?? null,
})

/** Returns the audience of a ticket, and the users who must learn that they lost sight of it. */
const audienceOf = (ticket: TicketRow, before?: TicketRow): Audience => {
  const now = visibility(ticket)
  if (!before) return { ticket: now }
  const previous = visibility(before)
  const moved = previous.status !== now.status || previous.queueId !== now.queueId || previous.userId !== now.userId
  return { ticket: now, ...(moved ? { previous } : {}) }
}

/** Publishes a new message. `notify`: people may be alerted, each by the notification rule. */
export async function publishMessage(ticket: TicketRow, message: MessageRow, notify: boolean): Promise<void> {
  const [wireMessage, wireTicket] = await Promise.all([toWireMessage(message, ticket), toWireTicket(ticket)])
  await publish(
    ticket.companyId,
    'appMessage',
    { action: 'create', ...fitting(wireMessage), ticket: wireTicket, notify },
    audienceOf(ticket),
  )
}

/** Publishes a changed message. */
export async function publishMessageUpdated(ticket: TicketRow, message: MessageRow): Promise<void> {
  await publish(
    ticket.companyId,
    'appMessage',
    { action: 'update', ...fitting(await toWireMessage(message, ticket)) },
    audienceOf(ticket),
  )
}

/** Publishes a ticket that is new or differs from `before`. */
export async function publishTicket(ticket: TicketRow, before?: TicketRow): Promise<void> {
  await publish(
    ticket.companyId,
    'ticket',
    { action: before ? 'update' : 'create', ticket: await toWireTicket(ticket) },
    audienceOf(ticket, before),
  )
  // The closing or return removed the draft order.
  if (before?.draftBegun && !ticket.draftBegun) await publishDraftOrder(ticket, null)
}

/** Publishes a ticket's draft order; null: it was discarded, or became an order. */
export async function publishDraftOrder(ticket: TicketRow, draft: DraftOrder | null): Promise<void> {
  await publish(ticket.companyId, 'draftOrder', { action: 'update', ticketId: ticket.id, draft }, audienceOf(ticket))
}

/** Publishes that a ticket was deleted. */
export async function publishTicketDeleted(ticket: TicketRow): Promise<void> {
  const { companyId, id, status } = ticket
  await publish(companyId, 'ticket', { action: 'delete', ticketId: id, status }, audienceOf(ticket))
}

/** Publishes new entries of the ticket's log. */
export async function publishTicketLogs(ticket: TicketRow, logs: readonly TicketLog[]): Promise<void> {
  await Promise.all(
    logs.map(log =>
      publish(ticket.companyId, 'ticket', { action: 'log', ticketId: ticket.id, log }, audienceOf(ticket)),
    ),
  )
}

/** Publishes a new note of the ticket. */
export async function publishNote(ticket: TicketRow, note: TicketNote): Promise<void> {
  await publish(ticket.companyId, 'ticket', { action: 'note', ticketId: ticket.id, note }, audienceOf(ticket))
}

/** Publishes that a note of the ticket was deleted. */
export async function publishNoteDeleted(ticket: TicketRow, noteId: string): Promise<void> {
  const payload = { action: 'deleteNote', ticketId: ticket.id, noteId } as const
  await publish(ticket.companyId, 'ticket', payload, audienceOf(ticket))
}

/** Publishes a tool that an AI agent has called. */
export async function publishBotCall(ticket: TicketRow, botCall: BotCall): Promise<void> {
  const payload = { action: 'create', ticketId: ticket.id, botCall } as const
  await publish(ticket.companyId, 'botCall', payload, audienceOf(ticket))
}

/** Publishes a contact that is new or looks different. */
export async function publishContact(contact: ContactRow, action: 'create' | 'update'): Promise<void> {
  await publish(contact.companyId, 'contact', { action, contact: await toWireContact(contact) })
}

/** Publishes that the contact is typing or recording, or has paused. */
export async function publishPresence(
  ticket: TicketRow,
  presence: 'composing' | 'recording' | 'paused',
): Promise<void> {
  await publish(ticket.companyId, 'presence', { ticketId: ticket.id, presence, user: null }, audienceOf(ticket))
}
