/** The last messages of tickets as a report carries them; their rows, which every list reads, keep 40 characters. */
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { inParts } from '../../in-parts.ts'
import { keyQuery } from '../table/key-query.ts'
import { queryItems } from '../table/query-items.ts'
import { isCutPreview, placeOf } from '../tickets/last-message.ts'
import { MESSAGE_ATTRIBUTES, type StoredMessage, toMessageRow } from '../tickets/message-row.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'

/** Characters of a text in a report, which are what a cell of a spreadsheet takes. */
const MOST_CHARACTERS = 32_767
/** Messages of one ticket within a millisecond. */
const AT_ONE_TIME = 20
/** Messages read side by side. */
const AT_ONCE = 50

/** Whether a row has less than its last message says. */
const isCut = ({ last, lastMessage }: TicketRow): boolean => last !== null && !last.deleted && isCutPreview(lastMessage)

async function textOf({ companyId, id, last }: TicketRow): Promise<string | undefined> {
  const place = last!.place
  // A place has the time of the message's id, which its key begins with.
  const begins = `message#${place.slice(0, 8)}-${place.slice(8, 12)}`
  const query = keyQuery('main', `${companyId}#ticket#${id}`, { begins })
  const { items } = await queryItems<StoredMessage>(query, AT_ONE_TIME, { attributes: MESSAGE_ATTRIBUTES })
  const item = items.find(message => placeOf(message.id) === place)
  const found = item && toMessageRow({ ...item, companyId, ticketId: id })
  return found && !found.isDeleted ? cutText(plainText(lineOf(found)).trim(), MOST_CHARACTERS) : undefined
}

/**
 * Returns the whole last messages of these tickets by ticket, of those alone whose row has the beginning. Half a read unit
 * per 4 KB of each.
 */
export async function wholeLastMessages(tickets: readonly TicketRow[]): Promise<Map<string, string>> {
  const cut = tickets.filter(isCut)
  const whole = new Map<string, string>()
  await inParts(cut, AT_ONCE, async ticket => {
    const text = await textOf(ticket)
    if (text !== undefined) whole.set(ticket.id, text)
  })
  return whole
}
