/** Reads the tickets report: a page of the matching tickets, and their number. */
import type { ReportTicket } from '@balcao/shared/api/reports/ticketreport.ts'
import { instant } from '../instant.ts'
import { decodeCursor, encodeCursor } from '../table/cursor.ts'
import { getTickets } from '../tickets/ticket.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { shownLastMessage } from '../tickets/wire.ts'
import { type ReportFilter, type ReportRange, reportedTickets } from './report-row.ts'
import { wholeLastMessages } from './whole-last-messages.ts'

/**
 * Returns tickets as a report shows them, with their complete last message. The last closing is
 * shown only while the ticket is closed.
 */
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
  origin: originOf(ticket),
  priority: ticket.priority ?? 'none',
})

const originOf = ({ referral }: TicketRow): string | null =>
  referral ? referral.headline || referral.sourceUrl || referral.sourceId : null

/**
 * Maximum weight (bytes) of an answer's rows, unless there is only one; as JSON an answer is 4 MB
 * at most.
 */
const MAX_BYTES = 3_000_000
/** Maximum number of rows: more than ever fit into that. */
const MAX_ROWS = 15_000
/** Number of tickets read at once. */
const BATCH_SIZE = 100

type ReportPosition = { page: number; pageSize: number; cursor?: string | undefined }

export type ReportPage = { total: number; tickets: ReportTicket[]; hasMore: boolean; nextCursor: string | null }

/**
 * Reads a page of the report, newest first, by its number or after the row a cursor names. It also
 * ends where the answer is full. All rows of the days are read for the total. Throws
 * ERR_INVALID_CURSOR.
 */
export async function pageOfReport(
  companyId: string,
  range: ReportRange,
  filter: ReportFilter,
  { page, pageSize, cursor }: ReportPosition,
): Promise<ReportPage> {
  const list = `report|${JSON.stringify([range, filter])}`
  const behind = cursor ? decodeCursor<string>(companyId, list, cursor) : null
  const skipped = behind === null ? (page - 1) * pageSize : 0
  const limit = Math.min(pageSize, MAX_ROWS)
  const wanted: string[] = []
  let total = 0
  let before = 0
  for await (const ids of reportedTickets(companyId, range, filter))
    for (const id of ids) {
      total += 1
      if (behind !== null && id >= behind) continue
      if (before++ < skipped || wanted.length > limit) continue
      // One row more shows whether another follows.
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
  for (let i = 0; i < shown.length; i += BATCH_SIZE) {
    for (const ticket of await toReportTickets(await getTickets(companyId, shown.slice(i, i + BATCH_SIZE)))) {
      weight += Buffer.byteLength(JSON.stringify(ticket))
      if (tickets.length > 0 && weight > MAX_BYTES) return answer(tickets.at(-1)!.id)
      tickets.push(ticket)
    }
  }
  return answer(wanted.length > limit ? shown.at(-1) : undefined)
}
