/**
 * Rows of the kanban board's columns: about 200 bytes for each ticket that is not closed, in the
 * partition of its kanban tag. A row holds the ticket's queue but not the content of its card. It
 * is written only when a ticket changes its column or queue, is created or is closed, so a message
 * or an accept costs the same with and without a board. The pages are in board-page.ts.
 */
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { NONE, type TicketRow, type TicketTag } from './ticket-row.ts'

/** Returns the ticket's kanban tag, or `NONE`. */
export const columnOf = ({ tags }: { tags: readonly TicketTag[] }): string => tags.find(tag => tag.kanban)?.id ?? NONE

type BoardTicket = Pick<TicketRow, 'companyId' | 'id' | 'status' | 'tags' | 'queue' | 'laneAt' | 'createdAt'>

/**
 * Cards of a column. The key is unique, and constant while the ticket stays in the column. `since`
 * is in epoch milliseconds.
 */
export const CARDS = defineRow({
  kind: 'boardCard',
  key: { pk: '${companyId}#board#${column}', sk: '${since}#${ticketId}' },
  content: z.object({
    companyId: z.string(),
    column: z.string(),
    since: z.string(),
    ticketId: z.string(),
    queueId: z.string(),
  }),
  keyOnly: ['companyId', 'column', 'since', 'ticketId'],
  unmarked: true,
})

const cardOf = (ticket: BoardTicket): RowOf<typeof CARDS> => ({
  companyId: ticket.companyId,
  column: columnOf(ticket),
  since: String(ticket.laneAt ?? ticket.createdAt),
  ticketId: ticket.id,
  queueId: ticket.queue?.id ?? NONE,
})

/** Mark that a company's columns are complete: they hold every ticket that is not closed. */
export const COMPLETE_MARKS = defineRow({
  kind: 'boardComplete',
  key: { pk: '${companyId}#board', sk: 'complete' },
  content: z.object({ companyId: z.string() }),
  keyOnly: ['companyId'],
  unmarked: true,
})

/**
 * Returns the write, labelled `board`, for a new company: it has no tickets from before the columns
 * existed.
 */
export const boardOfNewCompany = (companyId: string): Write => put('board', COMPLETE_MARKS.put({ companyId }))

/** Returns the write, labelled `board`, that puts a ticket that is not closed into its column. */
export const boardPositionWrite = (ticket: BoardTicket): Write => put('board', CARDS.put(cardOf(ticket)))

const isOnBoard = (ticket: BoardTicket | undefined): ticket is BoardTicket =>
  ticket !== undefined && ticket.status !== 'closed'

/**
 * Returns the writes, labelled `board`, that keep the columns in step with a ticket. They belong in
 * the transaction that changes the ticket.
 */
export function boardPositionWrites(before: BoardTicket | undefined, after: BoardTicket | undefined): Write[] {
  const from = isOnBoard(before) ? cardOf(before) : undefined
  const to = isOnBoard(after) ? cardOf(after) : undefined
  const stays = from?.column === to?.column && from?.since === to?.since
  const same = stays && from?.queueId === to?.queueId
  return [
    ...(from && !stays ? [remove('board', CARDS.delete(from))] : []),
    ...(isOnBoard(after) && !same ? [boardPositionWrite(after)] : []),
  ]
}
