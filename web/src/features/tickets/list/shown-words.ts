import type { Ticket } from '@balcao/shared/entities/ticket.ts'

interface ShownWords {
  text: string
  kind: string
  deleted: boolean
  /** True if we wrote them. */
  own: boolean
}

/**
 * Returns the words a list shows of a ticket: the customer's last ones while it waits, else those
 * of the last message.
 */
export function shownWords(ticket: Ticket): ShownWords {
  const words = ticket.status === 'pending' ? ticket.customerWords : undefined
  if (words) return { text: words.text, kind: words.type, deleted: words.deleted, own: false }
  const { lastMessage, lastMessageType, lastMessageDeleted, lastMessageFromMe } = ticket
  return { text: lastMessage, kind: lastMessageType, deleted: lastMessageDeleted, own: lastMessageFromMe }
}
