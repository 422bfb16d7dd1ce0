import { timeOfId } from '@balcao/shared/ids.ts'
import { speakerOf } from '@balcao/shared/rules/message-speaker.ts'
import { bumped } from '../../data/tickets/last-message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

/** Returns a ticket with what follows from its messages. */
export function withMessages(row: TicketRow, messages: readonly MessageRow[], unread: number): TicketRow {
  const openedAt = row.openedAt ?? row.createdAt
  const first = messages[0]
  const isOurs = first?.fromMe === true && row.openedAt === null
  const answer = messages.find(message => speakerOf(message) === 'person' && timeOfId(message.id) >= openedAt)
  const received = messages.filter(({ fromMe }) => !fromMe)
  const firstUnread = unread > 0 ? received[Math.max(0, received.length - unread)] : undefined
  const shown = messages.slice(-200)
  const { unreadMessages: _, ...changes } = bumped({ ...row, waitsSince: null }, shown, 0)
  const isLive = row.status !== 'closed'
  return {
    ...row,
    ...changes,
    // Lists are in the order of the last message; what nobody answers any more waits for nothing.
    updatedAt: Math.max(row.updatedAt, changes.updatedAt ?? 0),
    waitsSince: isLive ? waitsSinceOf(messages) : null,
    answeredAt: isOurs ? row.createdAt : answer ? timeOfId(answer.id) : null,
    unreadMessages: isLive ? Math.min(unread, received.length) : 0,
    readAt: isLive && firstUnread ? timeOfId(firstUnread.id) - 1 : row.updatedAt,
  }
}

/**
 * Returns since when the customer waits for a person: their first message after the last answer.
 */
function waitsSinceOf(messages: readonly MessageRow[]): number | null {
  let since: number | null = null
  for (const message of messages) {
    const speaker = speakerOf(message)
    if (speaker === 'person') since = null
    else if (speaker === 'customer') since ??= timeOfId(message.id)
  }
  return since
}
