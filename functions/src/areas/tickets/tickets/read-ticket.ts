import { AppError } from '@balcao/shared/errors.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { isBlocked } from '../../../data/contacts/blocked-contact.ts'
import { isLast } from '../../../data/tickets/last-message.ts'
import { receivedBetween, requireMessage } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { type Change, changeTicket, getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { sendRead } from '../../../messaging/chat-commands.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import { publish } from '../../../realtime/publish.ts'
import { audienceOf } from '../audience.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Maximum number of messages reported as read to WhatsApp; reading the newest reads the older ones
 * there too.
 */
const MAX_MESSAGES = 100

/** Maximum rounds: browsers of one person that read on in the same moment. */
const ROUNDS = 5

/**
 * Marks a ticket as read. Writes nothing while nothing is unread, nor for another attendant's
 * ticket: a visitor has not read it for its attendant. Reading up to a message lowers the count by
 * the messages between it and the read position, and only those are read from the table; after the
 * last message the count is 0, whatever was counted.
 */
export const readTicket: Operations['tickets']['read'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const { ticket: seen, user } = await visibleTicket(ctx, params.id)
  const upTo = body.messageId ?? null
  if (upTo && (await requireMessage(companyId, upTo)).ticketId !== seen.id) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const isDue = (now: TicketRow) => now.unreadMessages > 0 && (now.user === null || now.user.id === user.id)

  for (let round = 0, base: TicketRow | undefined = seen; round < ROUNDS && base; round++) {
    if (!isDue(base)) return
    const { readAt, unreadMessages } = base
    const partly = upTo !== null && !isLast(base, upTo)
    const fresh = partly ? await receivedBetween(companyId, base.id, { after: readAt, upTo }, unreadMessages) : []
    let moved = false
    const { before, ticket } = await changeTicket(companyId, base, (now): Change | undefined => {
      if (!isDue(now)) return undefined
      if (upTo === null) return seenUntil(now, 0, now.updatedAt)
      if (isLast(now, upTo)) return seenUntil(now, 0, timeOfId(upTo))
      // Counted from the read position, beside messages that arrived since.
      moved = !partly || now.readAt !== readAt
      const left = Math.max(now.unreadMessages - fresh.length, now.lastMessageFromMe ? 0 : 1)
      return moved || left >= now.unreadMessages ? undefined : seenUntil(now, left, timeOfId(upTo))
    })
    if (ticket !== before) await publishUnread(before, ticket, upTo)
    if (ticket !== before || !moved) return
    base = await getTicket(companyId, seen.id, true)
  }
}

const seenUntil = (now: TicketRow, unreadMessages: number, at: number): Change => ({
  set: { unreadMessages, readAt: Math.max(now.readAt, at), wokeAt: null },
  touch: false,
})

async function publishUnread(before: TicketRow, ticket: TicketRow, upTo: string | null): Promise<void> {
  const { companyId, id: ticketId, unreadMessages } = ticket
  await Promise.all([
    publish(companyId, 'ticket', { action: 'updateUnread', ticketId, unreadMessages }, audienceOf(ticket)),
    sendReadReceipts(before, upTo),
  ])
}

async function sendReadReceipts(before: TicketRow, upTo: string | null): Promise<void> {
  const read = await receivedBetween(before.companyId, before.id, { after: before.readAt, upTo }, MAX_MESSAGES)
  if (read.length === 0 || (await isBlocked(before.companyId, before.contact.id))) return
  // In a group each author is notified separately; of a ticket that moved, each connection.
  const byAuthor = Map.groupBy(read, ({ connectionId, sender }) =>
    [connectionId, before.isGroup ? (sender?.number ?? sender?.lid ?? '') : ''].join('|'),
  )
  for (const messages of byAuthor.values()) {
    const chat = await resolveAddress(before, messages[0])
    await sendRead(chat, messages.map(idOf), authorOf(messages[0]!, before))
  }
}

const idOf = (message: MessageRow): string => message.whatsappMessageId

const authorOf = ({ sender }: MessageRow, { isGroup }: TicketRow) => {
  const { number, lid } = sender ?? {}
  return isGroup && (number || lid) ? { ...(number ? { number } : {}), ...(lid ? { lid } : {}) } : undefined
}
