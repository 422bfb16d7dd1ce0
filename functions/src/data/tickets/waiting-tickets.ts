import { queryItems } from '../table/query-items.ts'
import { laneQuery, TICKET_ATTRIBUTES, type TicketRow, toTicketRow, waitRankOf } from './ticket-row.ts'

/** Number of rows read at once. */
const PAGE = 25

/** Yields the pending tickets of a queue, the highest priority first, then the longest waiting. */
export async function* waitingTickets(companyId: string, queueId: string): AsyncGenerator<TicketRow> {
  for (let above = '0'; ; ) {
    const query = laneQuery.waiting(companyId, queueId, { above })
    const { items, more } = await queryItems(query, PAGE, { attributes: TICKET_ATTRIBUTES, order: 'asc' })
    const rows = items.map(toTicketRow)
    yield* rows
    const last = rows.at(-1)
    if (!last || (rows.length < PAGE && !more)) return
    above = waitRankOf(last)
  }
}
