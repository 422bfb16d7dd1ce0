/** Moves a message from the table to the queue, after earlier messages of its conversation. */
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { getMessage, messagesWrittenSince } from '../data/tickets/message.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { logger } from '../http/logger.ts'
import type { Chat } from './chat-commands.ts'
import { enqueueCommand } from './enqueue.ts'
import { isUnsent, OUTBOX_LIMIT } from './outbox.ts'
import { contentOf, sendCommand } from './outgoing.ts'

type Outgoing = { content: OutboundContent; quoted: MessageRow | undefined }

/**
 * Enqueues a stored message for the session host. If the queue is unavailable, the message has not
 * failed: the outbox timer sends it later. But the next message must not overtake it, so the ticket
 * stores since when a message waits, and the next sender enqueues that one first.
 */
export async function sendInOrder(
  chat: Chat,
  ticket: TicketRow,
  message: MessageRow,
  { content, quoted }: Outgoing,
): Promise<void> {
  const { companyId, id } = ticket
  const since = ticket.unsentSince ?? null
  try {
    if (since !== null) await sendEarlier(chat, ticket, message, since)
    await enqueueCommand(
      sendCommand(chat, message.whatsappMessageId, content, quoted, Date.now(), false),
      message.whatsappMessageId,
    )
    if (since !== null)
      await changeTicket(companyId, id, now =>
        now.unsentSince === since ? { set: { unsentSince: null }, touch: false } : undefined,
      )
  } catch (error) {
    logger.warn('a message waits for the outbox timer', { companyId, error: error as Error })
    if (since === null) await recordUnsent(ticket, message)
  }
}

async function recordUnsent({ companyId, id }: TicketRow, message: MessageRow): Promise<void> {
  const at = timeOfId(message.id)
  try {
    await changeTicket(companyId, id, now =>
      (now.unsentSince ?? Number.POSITIVE_INFINITY) <= at ? undefined : { set: { unsentSince: at }, touch: false },
    )
  } catch (error) {
    logger.warn('nothing keeps the order of what waits', { companyId, error: error as Error })
  }
}

/**
 * Enqueues the unsent messages since then, oldest first. For one that was already enqueued, the
 * queue drops the duplicate by its id, or the session host does.
 */
async function sendEarlier(chat: Chat, ticket: TicketRow, message: MessageRow, since: number): Promise<void> {
  const { companyId } = ticket
  const from = Math.max(since, Date.now() - OUTBOX_LIMIT)
  const rows = await messagesWrittenSince(companyId, ticket.id, from, { before: message.id, consistent: true })
  for (const row of rows.filter(isUnsent).toReversed()) {
    const content = contentOf(row)
    const quoted = row.quoted?.id ? await getMessage(companyId, row.quoted.id) : undefined
    const { whatsappMessageId: id } = row
    // Written before the ticket moved here, it leaves where it was to leave.
    const own = { ...chat, connectionId: row.connectionId }
    if (content) await enqueueCommand(sendCommand(own, id, content, quoted, Date.now(), true), id)
  }
}
