/** The part of a ticket's row that shows its newest message. */
import { timeOfId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import type { MessageRow } from './message-row.ts'
import type { TicketRow } from './ticket-row.ts'

const PREVIEW = 40

/**
 * Returns the beginning of a text as a list row shows it: without WhatsApp's formatting, and with
 * an ellipsis if it is cut.
 */
export const previewOf = (body: string): string => {
  const text = plainText(cutText(body, 4 * PREVIEW))
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= PREVIEW ? text : `${cutText(text, PREVIEW - 1).trimEnd()}…`
}

/** Returns whether a preview may be the beginning of a longer text. */
export const isCutPreview = (preview: string): boolean => preview.endsWith('…')

/**
 * Returns the time and the end of a message's id, which sort as the messages of a conversation do.
 */
export const placeOf = (id: string): string => id.slice(0, 8) + id.slice(9, 13) + id.slice(-8)

const shownAck = (ack: number): number => (ack <= 0 ? 0 : ack <= 2 ? 1 : ack === 3 ? 3 : 4)

type Preview = Pick<TicketRow, 'lastMessage' | 'lastMessageType' | 'lastMessageFromMe' | 'last'>

/** Returns the fields of the ticket's row if this is its newest message. */
export const previewOfMessage = (message: MessageRow): Preview => ({
  lastMessage: message.isDeleted ? '' : previewOf(lineOf(message)),
  lastMessageType: message.mediaType,
  lastMessageFromMe: message.fromMe,
  last: {
    place: placeOf(message.id),
    origin: message.origin,
    user: message.user,
    ack: message.fromMe ? shownAck(message.ack) : null,
    failed: message.fromMe && message.error !== null,
    deleted: message.isDeleted,
  },
})

const isNewest = ({ last }: Pick<TicketRow, 'last'>, message: MessageRow): boolean =>
  !last || placeOf(message.id) >= last.place

/** Returns whether a message of the ticket is its newest one. */
export const isLast = ({ last }: Pick<TicketRow, 'last'>, id: string): boolean => !last || placeOf(id) >= last.place

/**
 * Returns the changes of a ticket's row for new messages: the preview (of the newest sent one,
 * whichever arrived last), the unread count, and the place in the lists.
 */
export const bumped = (ticket: TicketRow, messages: readonly MessageRow[], unread: number): Partial<TicketRow> => {
  const newest = messages.reduce((a, b) => (placeOf(b.id) > placeOf(a.id) ? b : a))
  return {
    ...(isNewest(ticket, newest) ? previewOfMessage(newest) : {}),
    unreadMessages: ticket.unreadMessages + unread,
    updatedAt: Math.max(ticket.updatedAt, timeOfId(newest.id)),
  }
}
