/**
 * The kanban board's lanes: a row of some 200 bytes for each ticket that is not closed, in the partition of its kanban tag. A row
 * says in whose queue the ticket is, not what its card shows: it is written when a ticket changes its lane or queue, begins or is
 * closed, so that a message or an accept costs no more than it does without a board. The pages are in board-page.ts.
 */
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { NONE, type TicketRow, type TicketTag } from './ticket-row.ts'

/** The kanban tag a ticket stands under, or `NONE`. */
export const columnOf = ({ tags }: { tags: readonly TicketTag[] }): string => tags.find(tag => tag.kanban)?.id ?? NONE

type Standing = Pick<TicketRow, 'companyId' | 'id' | 'status' | 'tags' | 'queue' | 'laneAt' | 'createdAt'>

export const boardLane = (companyId: string, column: string): string => `${companyId}#board#${column}`

/** The order of a lane: a total one, and the same as long as the ticket stays in it. */
const placeOf = ({ id, laneAt, createdAt }: Standing): string => `${laneAt ?? createdAt}#${id}`

const rowOf = (ticket: Standing): TableKey & { queueId: string } => ({
  pk: boardLane(ticket.companyId, columnOf(ticket)),
  sk: placeOf(ticket),
  queueId: ticket.queue?.id ?? NONE,
})

/** Says that the lanes have every ticket that is not closed. */
export const completeMark = (companyId: string): TableKey => ({ pk: `${companyId}#board`, sk: 'complete' })

/** The write, labelled `board`, of a company that is new: it has no tickets from before there were lanes. */
export const boardOfNewCompany = (companyId: string): Write =>
  put('board', { TableName: tableName(), Item: completeMark(companyId) })

/** The write, labelled `board`, that puts a ticket which is not closed into its lane. */
export const boardPut = (ticket: Standing): Write => put('board', { TableName: tableName(), Item: rowOf(ticket) })

const isOnBoard = (ticket: Standing | undefined): ticket is Standing =>
  ticket !== undefined && ticket.status !== 'closed'

/** The writes, labelled `board`, that keep the lanes as the tickets are: in the transaction that changes the ticket. */
export function boardWrites(before: Standing | undefined, after: Standing | undefined): Write[] {
  const from = isOnBoard(before) ? rowOf(before) : undefined
  const to = isOnBoard(after) ? rowOf(after) : undefined
  const stays = from?.pk === to?.pk && from?.sk === to?.sk
  const same = stays && from?.queueId === to?.queueId
  return [
    ...(from && !stays ? [remove('board', { TableName: tableName(), Key: { pk: from.pk, sk: from.sk } })] : []),
    ...(isOnBoard(after) && !same ? [boardPut(after)] : []),
  ]
}
