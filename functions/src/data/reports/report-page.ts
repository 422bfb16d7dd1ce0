/** The tickets report as it leaves: a page of the tickets that pass, and how many these are. */
import type { ReportTicket } from '@balcao/shared/api/reports/ticketreport.ts'
import { instant } from '../instant.ts'
import { decodeCursor, encodeCursor } from '../table/cursor.ts'
import { getTickets } from '../tickets/ticket.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { shownLastMessage } from '../tickets/wire.ts'
import { type ReportFilter, type ReportRange, reportedTickets } from './report-row.ts'
import { wholeLastMessages } from './whole-last-messages.ts'

/** Tickets as a report shows them, with their last message whole. The last closing of one counts while it is closed. */
export async function toReportTickets(tickets: readonly TicketRow[]): Promise<ReportTicket[]> {
  const whole = await wholeLastMessages(tickets)
  return tickets.map(ticket => toReportTicket(ticket, whole.get(ticket.id)))
}

const toReportTicket = (ticket: TicketRow, lastMessage = shownLastMessage(ticket)): ReportTicket => ({
  id: ticket.id,
  uuid: ticket.id,
  whatsappName: ticket.whatsapp.name,
  contactName: ticket.contact.name,
  userName: ticket.user?.name ?? null,
  queueName: ticket.queue?.name ?? null,
  status: ticket.status,
  lastMessage,
  createdAt: instant(ticket.createdAt),
  closedAt: ticket.closedAt === null ? null : instant(ticket.closedAt),
  supportTime: ticket.closedAt === null ? null : ticket.supportTime,
  NPS: ticket.rating,
})

/** An answer's rows weigh less than this, or it has one; in JSON an answer is 4 MB at most. */
const MOST_BYTES = 3_000_000
/** More rows than ever fit into that. */
const MOST_ROWS = 15_000
/** Tickets read at once. */
const AT_ONCE = 100

type Given = { page: number; pageSize: number; cursor?: string | undefined }

export type ReportPage = { total: number; tickets: ReportTicket[]; hasMore: boolean; nextCursor: string | null }

/**
 * A page of the report, newest first, by its number or behind the row a cursor names. It ends where the answer is full, too.
 * All rows of the days are read for the total. Throws ERR_INVALID_CURSOR.
 */
export async function pageOfReport(
  companyId: string,
  range: ReportRange,
  filter: ReportFilter,
  { page, pageSize, cursor }: Given,
): Promise<ReportPage> {
  const list = `report|${JSON.stringify([range, filter])}`
  const behind = cursor ? decodeCursor<string>(companyId, list, cursor) : null
  const skipped = behind === null ? (page - 1) * pageSize : 0
  const limit = Math.min(pageSize, MOST_ROWS)
  const wanted: string[] = []
  let total = 0
  let before = 0
  for await (const ids of reportedTickets(companyId, range, filter))
    for (const id of ids) {
      total += 1
      if (behind !== null && id >= behind) continue
      if (before++ < skipped || wanted.length > limit) continue
      // One more tells whether there is another.
      wanted.push(id)
    }
  const tickets: ReportTicket[] = []
  const answer = (last: string | undefined): ReportPage => ({
    total,
    tickets,
    hasMore: last !== undefined,
    nextCursor: last === undefined ? null : encodeCursor(companyId, list, last),
  })
  const shown = wanted.slice(0, limit)
  let weight = 0
  for (let i = 0; i < shown.length; i += AT_ONCE) {
    for (const ticket of await toReportTickets(await getTickets(companyId, shown.slice(i, i + AT_ONCE)))) {
      weight += Buffer.byteLength(JSON.stringify(ticket))
      if (tickets.length > 0 && weight > MOST_BYTES) return answer(tickets.at(-1)!.id)
      tickets.push(ticket)
    }
  }
  return answer(wanted.length > limit ? shown.at(-1) : undefined)
}
