/** The part of a ticket's row that shows its newest message. */
import { timeOfId } from '@balcao/shared/ids.ts'
import { placeOf } from '@balcao/shared/message-place.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { speakerOf } from '@balcao/shared/rules/message-speaker.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import type { CustomerWords } from './last-message-type.ts'
import type { MessageRow } from './message-row.ts'
import { isServed, type TicketRow } from './ticket-row.ts'

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

const shownAck = (ack: number): number => (ack <= 0 ? 0 : ack <= 2 ? 1 : ack === 3 ? 3 : 4)

type Preview = Pick<TicketRow, 'lastMessage' | 'lastMessageType' | 'lastMessageFromMe' | 'last' | 'customerWords'>

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

/** Returns whether a message of the ticket is its newest one. */
export const isLast = ({ last }: Pick<TicketRow, 'last'>, id: string): boolean => !last || placeOf(id) >= last.place

/** Returns the customer's last message as the row has it; null if it is unknown. */
export const wordsOf = ({ last, lastMessage, lastMessageType, customerWords }: Preview): CustomerWords | null =>
  last?.origin === 'contact'
    ? { place: last.place, text: lastMessage, type: lastMessageType, deleted: last.deleted }
    : (customerWords ?? null)

const newestOf = (messages: readonly MessageRow[]): MessageRow | undefined =>
  messages.reduce<MessageRow | undefined>((a, b) => (a && placeOf(a.id) >= placeOf(b.id) ? a : b), undefined)

/**
 * Returns whether nobody has spoken in the ticket since this message of the customer or a person.
 */
const isNewestSpoken = (ticket: TicketRow, message: MessageRow): boolean =>
  isLast(ticket, message.id) || (ticket.last !== null && speakerOf(ticket.last) === 'automatic')

/**
 * Returns the preview after new messages, of the newest sent one, whichever arrived last.
 * @param newest newest of them by the customer or a person
 */
function previewAfter(
  before: TicketRow,
  messages: readonly MessageRow[],
  newest: MessageRow | undefined,
): Partial<Preview> {
  if (!newest) {
    const automatic = newestOf(messages)
    const isFree = !before.last || speakerOf(before.last) === 'automatic'
    return automatic && isFree && isLast(before, automatic.id) ? previewOfMessage(automatic) : {}
  }
  const words = newestOf(messages.filter(message => speakerOf(message) === 'customer'))
  const known = wordsOf(before)
  const isNewer = words && (!known || placeOf(words.id) >= known.place)
  const preview = isNewestSpoken(before, newest) ? previewOfMessage(newest) : {}
  const isCustomers = { ...before, ...preview }.last?.origin === 'contact'
  return { ...preview, customerWords: isCustomers ? null : isNewer ? wordsOf(previewOfMessage(words)) : known }
}

/**
 * Returns since when (epoch ms) the customer waits for a person, after a message by the customer or
 * a person; null if they do not. Their first unanswered message begins the wait, and so does an
 * answer that leaves the ticket waiting. While a bot serves the ticket, the customer waits since
 * their last message: if the bot hands off, it is the one it could not answer.
 */
function waitsAfter(before: TicketRow, message: MessageRow): number | null {
  const at = timeOfId(message.id)
  if (speakerOf(message) === 'person') return before.status === 'pending' ? at : null
  const isAnswered = before.last !== null && speakerOf(before.last) === 'person'
  return isServed(before) || isAnswered ? at : (before.waitsSince ?? at)
}

/**
 * Returns the changes of a ticket's row for new messages: the preview, the unread count, the place
 * in the lists and since when the customer waits. What is automatic changes neither of the last
 * two, and the preview only of a ticket in which nobody has spoken (decision 0074).
 */
export const bumped = (ticket: TicketRow, messages: readonly MessageRow[], unread: number): Partial<TicketRow> => {
  const newest = newestOf(messages.filter(message => speakerOf(message) !== 'automatic'))
  return {
    ...previewAfter(ticket, messages, newest),
    ...(newest && isNewestSpoken(ticket, newest) ? { waitsSince: waitsAfter(ticket, newest) } : {}),
    ...(newest ? { updatedAt: Math.max(ticket.updatedAt, timeOfId(newest.id)) } : {}),
    unreadMessages: ticket.unreadMessages + unread,
  }
}
