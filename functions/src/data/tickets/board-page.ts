/**
 * Reads the pages of the kanban board's columns. The rows of the columns are described in board.ts.
 */
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { type Page, pageOf, type Source, weightOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { CARDS, columnOf } from './board.ts'
import { getTickets } from './ticket.ts'
import { seesAll, type Viewer } from './ticket-list.ts'
import { NONE, type TicketRow } from './ticket-row.ts'

/** Number of a column's cards in one answer. */
const COLUMN_PAGE_SIZE = 20
/** Number of a column's rows read at once (30 KB) for a viewer who may see only some of them. */
const SOME = 150
/** Number of columns read in parallel for the whole board. */
const MAX_CONCURRENT_COLUMNS = 8
/** Maximum weight of the cards in an answer, in bytes. One column alone may exceed it. */
const MAX_BYTES = 3_000_000

/** Sort key above every position. */
const TOP = '~'

type ColumnRow = { sk: string; queueId: string }

type Narrowed = { queueIds?: readonly string[] | undefined }

/**
 * Returns whether a card is on the viewer's board. The board shows the viewer's queues only, even
 * for tickets assigned to the viewer. A ticket without a queue passes a filter by queues.
 */
const shows =
  (viewer: Viewer, { queueIds }: Narrowed) =>
  ({ queueId }: Omit<ColumnRow, 'sk'>): boolean =>
    maySeeTicket(viewer, { queueId: queueId === NONE ? null : queueId, userId: null }) &&
    (!queueIds?.length || queueId === NONE || queueIds.includes(queueId))

function columnSource(companyId: string, viewer: Viewer, column: string, filter: Narrowed): Source<TicketRow> {
  const shown = shows(viewer, filter)
  const all = seesAll(viewer) && !filter.queueIds?.length
  return async (wanted, from) => {
    const most = all ? wanted : Math.max(SOME, wanted)
    const query = CARDS.query({ companyId, column }, { below: (from as string | null) ?? TOP })
    const { items, more } = await queryItems<ColumnRow>(query, most + 1, { attributes: ['sk', 'queueId'] })
    const taken: { id: string; position: string; looked: number }[] = []
    let at = 0
    let looked = 0
    while (at < Math.min(most, items.length) && taken.length < wanted) {
      const item = items[at++]!
      looked += 1
      if (!shown(item)) continue
      taken.push({ id: item.sk.slice(item.sk.indexOf('#') + 1), position: item.sk, looked })
      looked = 0
    }
    const tickets = new Map(
      (
        await getTickets(
          companyId,
          taken.map(({ id }) => id),
        )
      ).map(ticket => [ticket.id, ticket]),
    )
    const rows = taken.flatMap(({ id, ...place }) => {
      const row = tickets.get(id)
      // The ticket may have left the column since its row was read.
      return row && row.status !== 'closed' && columnOf(row) === column ? [{ row, ...place }] : []
    })
    return { rows, end: items[at - 1]?.sk ?? from, more: more || items.length > at, looked }
  }
}

/**
 * Reads a page of a column, newest first. It costs half a read unit per 20 rows of the column and
 * half a unit per card, whatever the size of the column and the board. A viewer who may see only
 * some queues may get a short page: at most 400 rows are examined. Throws ERR_INVALID_CURSOR.
 * @param column a kanban tag, or `NONE`
 */
export const pageOfColumn = (
  companyId: string,
  viewer: Viewer,
  column: string,
  filter: Narrowed,
  cursor?: string,
): Promise<Page<TicketRow>> =>
  pageOf(
    companyId,
    `board|${viewer.userId}|${column}|${filter.queueIds?.join() ?? ''}`,
    columnSource(companyId, viewer, column, filter),
    { limit: COLUMN_PAGE_SIZE, cursor },
  )

export type ColumnPage = { column: string; tickets: TicketRow[]; hasMore: boolean; nextCursor: string | null }

/**
 * Reads the first page of each column, in the given order. Once the answer is full, the remaining
 * columns come without tickets and with `hasMore`.
 */
export async function firstPages(
  companyId: string,
  viewer: Viewer,
  columns: readonly string[],
  filter: Narrowed,
): Promise<ColumnPage[]> {
  const pages: ColumnPage[] = []
  let weight = 0
  while (pages.length < columns.length && weight < MAX_BYTES) {
    const next = columns.slice(pages.length, pages.length + MAX_CONCURRENT_COLUMNS)
    for (const [i, page] of (
      await Promise.all(next.map(column => pageOfColumn(companyId, viewer, column, filter)))
    ).entries()) {
      const { rows: tickets, hasMore, nextCursor } = page
      const own = tickets.reduce((sum, ticket) => sum + weightOf(ticket), 0)
      const fits = pages.length === 0 || weight + own < MAX_BYTES
      weight = fits ? weight + own : MAX_BYTES
      pages.push(fits ? { column: next[i]!, tickets, hasMore, nextCursor } : { column: next[i]!, ...LATER })
    }
  }
  return [...pages, ...columns.slice(pages.length).map(column => ({ column, ...LATER }))]
}

const LATER = { tickets: [], hasMore: true, nextCursor: null }
