/**
 * Reads the complete last messages of tickets for a report; the tickets' own rows, which every list
 * reads, keep 40 characters.
 */

import { placeOf } from '@balcao/shared/message-place.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { inParts } from '../../in-parts.ts'
import { queryItems } from '../table/query-items.ts'
import { isCutPreview } from '../tickets/last-message.ts'
import { MESSAGE_ATTRIBUTES, MESSAGES, type StoredMessage, toMessageRow } from '../tickets/message-row.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'

/** Maximum length of a text in a report: the limit of a spreadsheet's cell. */
const MAX_CHARACTERS = 32_767
/** Maximum number of messages of one ticket in one millisecond. */
const AT_ONE_TIME = 20
/** Number of messages read in parallel. */
const MAX_CONCURRENT = 50

/** Returns whether a row has only the beginning of its last message. */
const isCut = ({ last, lastMessage }: TicketRow): boolean => last !== null && !last.deleted && isCutPreview(lastMessage)

async function textOf({ companyId, id, last }: TicketRow): Promise<string | undefined> {
  const place = last!.place
  // A place contains the time of the message's id, with which its key begins.
  const begins = `message#${place.slice(0, 8)}-${place.slice(8, 12)}`
  const query = MESSAGES.query({ companyId, ticketId: id }, { begins })
  const { items } = await queryItems<StoredMessage>(query, AT_ONE_TIME, { attributes: MESSAGE_ATTRIBUTES })
  const item = items.find(message => placeOf(message.id) === place)
  const found = item && toMessageRow({ ...item, companyId, ticketId: id })
  return found && !found.isDeleted ? cutText(plainText(lineOf(found)).trim(), MAX_CHARACTERS) : undefined
}

/**
 * Returns the complete last messages by ticket, only for tickets whose row has just the beginning.
 * Costs half a read unit per 4 KB of each.
 */
export async function wholeLastMessages(tickets: readonly TicketRow[]): Promise<Map<string, string>> {
  const cut = tickets.filter(isCut)
  const whole = new Map<string, string>()
  await inParts(cut, MAX_CONCURRENT, async ticket => {
    const text = await textOf(ticket)
    if (text !== undefined) whole.set(ticket.id, text)
  })
  return whole
}
