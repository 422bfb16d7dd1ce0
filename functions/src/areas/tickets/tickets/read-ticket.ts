import { timeOfId } from '@balcao/shared/ids.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { sendRead } from '../../../messaging/chat-commands.ts'
import { reachOf } from '../../../messaging/reach.ts'
import { publish } from '../../../realtime/publish.ts'
import { audienceOf } from '../audience.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** At most so many are told to WhatsApp; reading the newest reads the older ones there too. */
const MOST = 100

/**
 * Nothing is written while there is nothing unread, nor for a ticket of somebody else: whoever looks in has not read it
 * for its attendant.
 */
export const readTicket: Operations['tickets']['read'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const { ticket: seen, user } = await visibleTicket(ctx, params.id)
  const { before, ticket } = await changeTicket(companyId, seen, now =>
    now.unreadMessages > 0 && (now.user === null || now.user.id === user.id)
      ? { set: { unreadMessages: 0, readAt: Math.max(now.readAt, now.updatedAt), wokeAt: null }, touch: false }
      : undefined,
  )
  if (ticket === before) return
  await Promise.all([
    publish(companyId, 'ticket', { action: 'updateUnread', ticketId: ticket.id }, audienceOf(ticket)),
    tellWhatsapp(before),
  ])
}

async function tellWhatsapp(before: TicketRow): Promise<void> {
  const newest = await listMessages(before.companyId, before.id, { limit: MOST })
  const unread = newest.filter(message => !message.fromMe && timeOfId(message.id) > before.readAt)
  if (unread.length === 0) return
  const chat = await reachOf(before)
  // In a group each author is told on their own.
  const byAuthor = Map.groupBy(unread, ({ sender }) => (before.isGroup ? (sender?.number ?? sender?.lid ?? '') : ''))
  for (const messages of byAuthor.values()) await sendRead(chat, messages.map(idOf), authorOf(messages[0]!, before))
}

const idOf = (message: MessageRow): string => message.whatsappMessageId

const authorOf = ({ sender }: MessageRow, { isGroup }: TicketRow) => {
  const { number, lid } = sender ?? {}
  return isGroup && (number || lid) ? { ...(number ? { number } : {}), ...(lid ? { lid } : {}) } : undefined
}
