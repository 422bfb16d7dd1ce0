import type { MessageBot } from '@balcao/shared/entities/message.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { withConfigurationVersion } from '../data/company/configuration-version.ts'
import { requireUnblocked } from '../data/contacts/blocked-contact.ts'
import type { Write } from '../data/table/transact.ts'
import { findMessageByWhatsappId } from '../data/tickets/message.ts'
import type { MessageRow, NewMessage } from '../data/tickets/message-row.ts'
import { getTicket, storeMessage, type TicketChanges } from '../data/tickets/ticket.ts'
import type { NewLog } from '../data/tickets/ticket-log.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { logger } from '../http/logger.ts'
import type { Chat } from './chat-commands.ts'
import { enqueueCommand } from './enqueue.ts'
import { outboxWrite } from './outbox.ts'
import { contentOf, quotedAs, sendCommand, shownAs } from './outgoing.ts'
import { publishMessage, publishTicket, publishTicketLogs } from './publish-ticket.ts'
import { filesIn, requireMedia } from './require-media.ts'
import { requireWindow } from './require-window.ts'
import { resolveAddress } from './resolve-address.ts'
import { sendInOrder } from './send-in-order.ts'
import { signed } from './signature.ts'
import { expiryOf } from './ticket-timers.ts'
import { whatsappMessageId } from './whatsapp-message-id.ts'

export type Outgoing = {
  ticket: TicketRow
  content: OutboundContent
  origin: 'attendant' | 'bot' | 'api' | 'machine'
  user?: UserRef | null | undefined
  /** Lines that stand before the text or caption (`signatureFor`). */
  signature?: string | null | undefined
  /** The message this one answers. */
  quoted?: MessageRow | undefined
  /** Id chosen by the sender: a second call with the same id is the same message. */
  clientId?: string | undefined
  /** Digest of the sender's call: a second call with the same id and another digest is refused. */
  request?: string | undefined
  /** The bot's message id, derived from the message it answers, for the same reason. */
  whatsappMessageId?: string | undefined
  /**
   * Further changes of the ticket in the same transaction, and its log entries. A function is
   * called again when the ticket changed.
   */
  set?: TicketChanges | ((now: TicketRow) => TicketChanges)
  logs?: readonly NewLog[]
  /** The scheduled message that is sent. */
  scheduleId?: string | undefined
  /** The bot that sends it, and the text of a voice message. */
  bot?: MessageBot | undefined
  transcript?: string | undefined
  /** Further writes of the transaction; a refused one is thrown as `WriteConflict`. */
  extra?: readonly Write[]
  /** Sends into a closed ticket too (a farewell). */
  evenClosed?: boolean
  /** Refuses a pending ticket: what a person writes in the app. */
  acceptedOnly?: boolean
}

export type Sent = { message: MessageRow; ticket: TicketRow }

/** Returns the row of an outgoing message, without its ticket. */
export async function newOutgoing(
  connectionId: string,
  {
    signature,
    origin,
    user,
    quoted,
    clientId,
    request,
    scheduleId,
    bot,
    transcript,
    ...given
  }: Omit<Outgoing, 'ticket'>,
  id: string,
  at: number,
): Promise<NewMessage> {
  const { content, ...sign } = signed(given.content, signature)
  return {
    id: await messageId(connectionId, id, at),
    connectionId,
    whatsappMessageId: id,
    fromMe: true,
    origin,
    ...shownAs(content),
    ...sign,
    ...(quoted ? { quoted: quotedAs(quoted) } : {}),
    ...(user ? { user: { id: user.id, name: user.name } } : {}),
    ...(clientId ? { clientId } : {}),
    ...(request ? { request } : {}),
    ...(scheduleId ? { scheduleId } : {}),
    ...(bot ? { machine: bot } : {}),
    ...(transcript ? { transcript } : {}),
  }
}

/**
 * Sends a message to the contact: stores it as not yet sent (ack 0) with its ticket's preview,
 * enqueues it for the session host and publishes it. Two calls with the same `clientId` are one
 * message. Once the message is stored nothing is thrown: the outbox timer does the rest.
 * @throws ERR_TICKET_CLOSED unless `evenClosed`, ERR_TICKET_NOT_ACCEPTED with `acceptedOnly`,
 * ERR_NO_TICKET_FOUND, ERR_CONTACT_BLOCKED, ERR_IDEMPOTENCY_KEY_REUSED, and for a person's message
 * ERR_OUTSIDE_WINDOW and what `requireMedia` throws
 */
export const sendMessage = (context: { companyId: string }, outgoing: Outgoing): Promise<Sent> =>
  withConfigurationVersion(() => send(context, outgoing))

async function send({ companyId }: { companyId: string }, outgoing: Outgoing): Promise<Sent> {
  const { ticket: given, quoted, clientId } = outgoing
  const { content } = signed(outgoing.content, outgoing.signature)
  await requireUnblocked(companyId, given.contact.id)
  const now = Date.now()
  const connectionId = given.whatsapp.id
  const ownId = outgoing.whatsappMessageId ?? (clientId ? whatsappMessageId(connectionId, clientId) : undefined)
  const id = ownId ?? whatsappMessageId()
  if (outgoing.origin === 'attendant' || outgoing.origin === 'api') {
    try {
      requireWindow(given, content.kind, now)
      await requireMedia(companyId, connectionId, filesIn([content]))
    } catch (error) {
      // The window may have closed since the first call stored the message.
      if (!ownId || !(await findMessageByWhatsappId(companyId, connectionId, ownId))) throw error
      return again(companyId, given, await resolveAddress(given), ownId, outgoing)
    }
  }
  const [message, chat, expiry] = await Promise.all([
    newOutgoing(connectionId, outgoing, id, now),
    resolveAddress(given),
    expiryOf(given, now),
  ])
  const outbox = outboxWrite(companyId, given.id, now)
  const stored = await storeMessage(given, message, {
    set: row => ({ ...expiry.set, ...(typeof outgoing.set === 'function' ? outgoing.set(row) : outgoing.set) }),
    logs: outgoing.logs ?? [],
    extra: [...outbox.writes, ...expiry.writes, ...(outgoing.extra ?? [])],
    evenClosed: outgoing.evenClosed ?? false,
    acceptedOnly: outgoing.acceptedOnly ?? false,
  })
  if (stored.outcome === 'closed') throw new AppError('ERR_TICKET_CLOSED')
  if (stored.outcome === 'pending') throw new AppError('ERR_TICKET_NOT_ACCEPTED')
  if (stored.outcome === 'duplicate') return again(companyId, given, chat, id, outgoing)
  outbox.settled()
  await Promise.all([
    sendInOrder(chat, stored.ticket, stored.message, { content, quoted }),
    publishMessage(stored.ticket, stored.message, false),
    outgoing.set ? publishTicket(stored.ticket, stored.before) : undefined,
    publishTicketLogs(stored.ticket, stored.logs),
  ])
  return { message: stored.message, ticket: stored.ticket }
}

/**
 * Refuses a call with the key of another one.
 * @throws ERR_IDEMPOTENCY_KEY_REUSED
 */
export function assertSameRequest(message: MessageRow, request: string | undefined): void {
  // If the message has no digest, the key is all there is to compare.
  if (request && message.request && message.request !== request) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED')
}

/**
 * Handles a repeated call: the first one stored the message, so this one makes sure it is enqueued
 * too.
 */
async function again(companyId: string, given: TicketRow, chat: Chat, id: string, outgoing: Outgoing): Promise<Sent> {
  const message = await findMessageByWhatsappId(companyId, chat.connectionId, id)
  if (!message) throw new AppError('ERR_CONFLICT')
  assertSameRequest(message, outgoing.request)
  const ticket = message.ticketId === given.id ? given : await getTicket(companyId, message.ticketId)
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
  // As it was stored: the same call may fill its variables otherwise by now.
  const content = contentOf(message) ?? outgoing.content
  const { quoted } = outgoing
  if (message.ack === 0 && !message.error) await sendInOrder(chat, ticket, message, { content, quoted })
  return { message, ticket }
}

/**
 * Enqueues a stored message; `attempt` distinguishes a later command for it from the first. If the
 * queue is unavailable, the message has not failed: the outbox timer sends it later.
 */
export async function enqueueSend(
  chat: Chat,
  id: string,
  content: OutboundContent,
  quoted: MessageRow | undefined,
  attempt = '',
): Promise<void> {
  try {
    await enqueueCommand(sendCommand(chat, id, content, quoted, Date.now(), attempt !== ''), `${id}${attempt}`)
  } catch (error) {
    logger.warn('a message waits for the outbox timer', { companyId: chat.companyId, error: error as Error })
  }
}
