/**
 * Rows of the kanban board's columns: about 200 bytes for each ticket that is not closed, in the
 * partition of its kanban tag. A row holds the ticket's queue but not the content of its card. It
 * is written only when a ticket changes its column or queue, is created or is closed, so a message
 * or an accept costs the same with and without a board. The pages are in board-page.ts.
 */
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { NONE, type TicketRow, type TicketTag } from './ticket-row.ts'

/** Returns the ticket's kanban tag, or `NONE`. */
export const columnOf = ({ tags }: { tags: readonly TicketTag[] }): string => tags.find(tag => tag.kanban)?.id ?? NONE

type BoardTicket = Pick<TicketRow, 'companyId' | 'id' | 'status' | 'tags' | 'queue' | 'laneAt' | 'createdAt'>

export const boardColumn = (companyId: string, column: string): string => `${companyId}#board#${column}`

/** Returns the sort key in a column: unique, and constant while the ticket stays in the column. */
const boardRank = ({ id, laneAt, createdAt }: BoardTicket): string => `${laneAt ?? createdAt}#${id}`

const rowOf = (ticket: BoardTicket): TableKey & { queueId: string } => ({
  pk: boardColumn(ticket.companyId, columnOf(ticket)),
  sk: boardRank(ticket),
  queueId: ticket.queue?.id ?? NONE,
})

/**
 * Returns the key of the row that marks a company's columns as complete: they hold every ticket
 * that is not closed.
 */
export const boardFilledKey = (companyId: string): TableKey => ({ pk: `${companyId}#board`, sk: 'complete' })

/**
 * Returns the write, labelled `board`, for a new company: it has no tickets from before the columns
 * existed.
 */
export const boardOfNewCompany = (companyId: string): Write =>
  put('board', { TableName: tableName(), Item: boardFilledKey(companyId) })

/** Returns the write, labelled `board`, that puts a ticket that is not closed into its column. */
export const boardPositionWrite = (ticket: BoardTicket): Write =>
  put('board', { TableName: tableName(), Item: rowOf(ticket) })

const isOnBoard = (ticket: BoardTicket | undefined): ticket is BoardTicket =>
  ticket !== undefined && ticket.status !== 'closed'

/**
 * Returns the writes, labelled `board`, that keep the columns in step with a ticket. They belong in
 * the transaction that changes the ticket.
 */
export function boardPositionWrites(before: BoardTicket | undefined, after: BoardTicket | undefined): Write[] {
  const from = isOnBoard(before) ? rowOf(before) : undefined
  const to = isOnBoard(after) ? rowOf(after) : undefined
  const stays = from?.pk === to?.pk && from?.sk === to?.sk
  const same = stays && from?.queueId === to?.queueId
  return [
    ...(from && !stays ? [remove('board', { TableName: tableName(), Key: { pk: from.pk, sk: from.sk } })] : []),
    ...(isOnBoard(after) && !same ? [boardPositionWrite(after)] : []),
  ]
}
