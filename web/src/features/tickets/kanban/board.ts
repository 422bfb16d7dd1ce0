/** State of the kanban board, and the effect of a page, an event or a move on it. Pure. */
import { type kanban, NO_COLUMN } from '@balcao/shared/api/tickets/kanban.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'

/** Loading state of a column. */
interface Loaded {
  hasMore: boolean
  nextCursor: string | null
  /** Place of the last loaded card; null before the first. */
  end: string | null
}

/**
 * A card on its way to another column (null: the one without a tag), before the server has
 * answered.
 */
export interface Move {
  column: Tag | null
  since: string
}

/**
 * State of the board. A card's column follows from its tags, so that cards and columns can never
 * disagree.
 */
export interface Board {
  /** Tickets as the server last sent them. */
  tickets: Readonly<Record<string, Ticket>>
  columns: Readonly<Record<string, Loaded>>
  /** Moves by ticket: shown over the server's data, and removed when it answers. */
  moves: Readonly<Record<string, Move>>
}

type Answer = ResultOf<typeof kanban.board>

/** Existing columns: ids of kanban tags. */
export type Columns = ReadonlySet<string>

export const columnOf = (ticket: Pick<Ticket, 'tags'>, columns: Columns): string =>
  ticket.tags.find(tag => columns.has(tag.id))?.id ?? NO_COLUMN

/** Returns the sort key of a column, highest first, the same as the server's. */
const placeOf = (ticket: Ticket): string => `${Date.parse(ticket.laneSince)}#${ticket.id}`

/** Returns the board with an answer: the first pages, or a further page of one column. */
export function withAnswer(board: Board | undefined, answer: Answer): Board {
  const tickets: Record<string, Ticket> = { ...board?.tickets }
  for (const ticket of answer.tickets) tickets[ticket.id] = newer(tickets[ticket.id], ticket)
  const columns: Record<string, Loaded> = { ...board?.columns }
  const came = new Map(answer.tickets.map(ticket => [ticket.id, ticket]))
  for (const { tagId, ids, hasMore, nextCursor } of answer.lanes) {
    const columnId = tagId ?? NO_COLUMN
    const last = came.get(ids.at(-1) ?? '')
    columns[columnId] = { hasMore, nextCursor, end: last ? placeOf(last) : (columns[columnId]?.end ?? null) }
  }
  return { tickets, columns, moves: board?.moves ?? {} }
}

/** Returns the newer ticket: events may arrive out of order. */
const newer = (old: Ticket | undefined, given: Ticket): Ticket => {
  if (!old || old.laneSince < given.laneSince) return given
  return old.laneSince > given.laneSince || old.updatedAt > given.updatedAt ? old : given
}

/** Returns the board after an event of a ticket; `shown`: it belongs on it. */
export function withEvent(board: Board, ticket: Ticket, shown: boolean): Board {
  const kept = newer(board.tickets[ticket.id], ticket)
  if (!shown || kept.status === 'closed') return without(board, ticket.id)
  return kept === board.tickets[ticket.id] ? board : withTicket(board, kept)
}

/** Returns the board with a ticket that keeps its column. */
export const withTicket = (board: Board, ticket: Ticket): Board => ({
  ...board,
  tickets: { ...board.tickets, [ticket.id]: ticket },
})

export const withMove = (board: Board, ticketId: string, move: Move): Board => ({
  ...board,
  moves: { ...board.moves, [ticketId]: move },
})

/** Returns the board once a move is answered or refused; a later move of the same card stays. */
export function withoutMove(board: Board, ticketId: string, move: Move): Board {
  if (board.moves[ticketId] !== move) return board
  const { [ticketId]: _, ...moves } = board.moves
  return { ...board, moves }
}

export function without(board: Board, ticketId: string): Board {
  if (!board.tickets[ticketId]) return board
  const { [ticketId]: _, ...tickets } = board.tickets
  return { ...board, tickets }
}

/** Returns a card as it shows: in the column it is moved to. */
const shown = (ticket: Ticket, move: Move | undefined, columns: Columns): Ticket =>
  move
    ? {
        ...ticket,
        tags: [
          ...ticket.tags.filter(tag => !columns.has(tag.id)),
          ...(move.column ? [{ id: move.column.id, name: move.column.name, color: move.column.color }] : []),
        ],
        laneSince: move.since,
      }
    : ticket

/**
 * Returns the cards of each column in their order. A card after the loaded ones comes with its
 * page.
 */
export function cardsByColumn(board: Board, columns: Columns): Record<string, Ticket[]> {
  const cards: Record<string, Ticket[]> = {}
  for (const known of Object.values(board.tickets)) {
    const ticket = shown(known, board.moves[known.id], columns)
    const columnId = columnOf(ticket, columns)
    const loaded = board.columns[columnId]
    if (loaded?.hasMore && loaded.end !== null && placeOf(ticket) < loaded.end) continue
    cards[columnId] ??= []
    cards[columnId].push(ticket)
  }
  for (const columnId of Object.values(cards)) columnId.sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  return cards
}

/**
 * Returns the changes of `order` that put a column in the place of another; the columns between
 * them shift.
 */
export function reordered(columns: readonly Tag[], movedId: string, ontoId: string): { tag: Tag; order: number }[] {
  const from = columns.findIndex(tag => tag.id === movedId)
  const to = columns.findIndex(tag => tag.id === ontoId)
  const moved = columns[from]
  if (!moved || to < 0 || from === to) return []
  const next = columns.toSpliced(from, 1).toSpliced(to, 0, moved)
  return next.map((tag, order) => ({ tag, order })).filter(({ tag, order }) => tag.order !== order)
}
