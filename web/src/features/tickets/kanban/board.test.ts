import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import {
  type Board,
  cardsByColumn,
  type Move,
  reordered,
  withAnswer,
  withEvent,
  withMove,
  without,
  withoutMove,
} from './board.ts'

const tag = (name: string, order = 0): Tag => ({
  id: newId(),
  name,
  color: '#112233',
  kanban: 1,
  order,
  userId: null,
  ticketsCount: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
})
const offer = tag('Proposta', 0)
const won = tag('Ganho', 1)
const columns = new Set([offer.id, won.id])
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString()
const ticket = (second: number, column: Tag | null, changes: Partial<Ticket> = {}) =>
  sampleTicket({
    laneSince: at(second),
    tags: column ? [{ id: column.id, name: column.name, color: column.color }] : [],
    ...changes,
  })
const answer = (columnTags: [Tag | null, Ticket[], boolean][]) => ({
  tickets: columnTags.flatMap(([, tickets]) => tickets),
  lanes: columnTags.map(([column, tickets, hasMore]) => ({
    tagId: column?.id ?? null,
    ids: tickets.map(({ id }) => id),
    hasMore,
    nextCursor: hasMore ? 'next' : null,
  })),
  hasMore: false,
  nextCursor: null,
})
const idsIn = (board: Board) =>
  Object.fromEntries(
    Object.entries(cardsByColumn(board, columns)).map(([column, cards]) => [column, cards.map(({ id }) => id)]),
  )

describe('the board', () => {
  it('has the cards of an answer in the lanes of their tags, the newest first, and takes further pages', () => {
    const [a, b, c, d] = [ticket(4, null), ticket(3, null), ticket(2, offer), ticket(1, null)]
    const first = withAnswer(
      undefined,
      answer([
        [null, [a, b], true],
        [offer, [c], false],
        [won, [], false],
      ]),
    )
    expect(idsIn(first)).toEqual({ none: [a.id, b.id], [offer.id]: [c.id] })
    const more = withAnswer(first, answer([[null, [d], false]]))
    expect(idsIn(more)).toEqual({ none: [a.id, b.id, d.id], [offer.id]: [c.id] })
    expect(more.columns.none?.hasMore).toBe(false)
  })

  it('follows events: a new card, another lane, closed, and what lies beyond what is loaded', () => {
    const [a, b] = [ticket(40, null), ticket(30, null)]
    const board = withAnswer(
      undefined,
      answer([
        [null, [a, b], true],
        [offer, [], false],
      ]),
    )
    const fresh = ticket(50, null)
    expect(idsIn(withEvent(board, fresh, true))).toEqual({ none: [fresh.id, a.id, b.id] })
    const moved = { ...a, laneSince: at(60), tags: ticket(0, offer).tags }
    expect(idsIn(withEvent(board, moved, true))).toEqual({ none: [b.id], [offer.id]: [a.id] })
    expect(idsIn(withEvent(board, { ...a, status: 'closed' }, true))).toEqual({ none: [b.id] })
    expect(idsIn(withEvent(board, a, false))).toEqual({ none: [b.id] })
    // A message of a ticket further down than the page: it comes with its page.
    expect(idsIn(withEvent(board, ticket(10, null), true))).toEqual({ none: [a.id, b.id] })
    expect(idsIn(without(board, b.id))).toEqual({ none: [a.id] })
  })

  it('is not set back by an event that was overtaken', () => {
    const now = ticket(40, offer, { updatedAt: at(45) })
    const board = withAnswer(undefined, answer([[offer, [now], false]]))
    const earlier = { ...now, tags: [], laneSince: at(20) }
    expect(withEvent(board, earlier, true)).toBe(board)
    expect(withEvent(board, { ...now, updatedAt: at(41), lastMessage: 'antes' }, true)).toBe(board)
    expect(
      withEvent(board, { ...now, updatedAt: at(46), lastMessage: 'depois' }, true).tickets[now.id]?.lastMessage,
    ).toBe('depois')
  })

  it('shows a move at once, on top, and takes it back; a later move of the card stays', () => {
    const [a, b] = [ticket(40, null), ticket(50, offer)]
    const board = withAnswer(
      undefined,
      answer([
        [null, [a], false],
        [offer, [b], false],
        [won, [], false],
      ]),
    )
    const one: Move = { column: offer, since: at(51) }
    const two: Move = { column: won, since: at(52) }
    const moving = withMove(board, a.id, one)
    expect(idsIn(moving)).toEqual({ [offer.id]: [a.id, b.id] })
    expect(idsIn(withoutMove(moving, a.id, one))).toEqual({ none: [a.id], [offer.id]: [b.id] })
    const again = withMove(moving, a.id, two)
    expect(idsIn(withoutMove(again, a.id, one))).toEqual({ [offer.id]: [b.id], [won.id]: [a.id] })
    // What is told meanwhile shows on the card, not in its place.
    expect(idsIn(withEvent(moving, { ...a, updatedAt: at(55) }, true))).toEqual({ [offer.id]: [a.id, b.id] })
    expect(idsIn(withMove(board, b.id, { column: null, since: at(60) }))).toEqual({ none: [b.id, a.id] })
  })

  it('puts a lane where another stands by the fewest changes', () => {
    const columnTags = [tag('Um', 0), tag('Dois', 1), tag('Três', 2), tag('Quatro', 3)]
    const [one, two, three] = columnTags as [Tag, Tag, Tag]
    const names = (changes: { tag: Tag; order: number }[]) => changes.map(({ tag: { name }, order }) => [name, order])
    expect(names(reordered(columnTags, three.id, one.id))).toEqual([
      ['Três', 0],
      ['Um', 1],
      ['Dois', 2],
    ])
    expect(names(reordered(columnTags, one.id, two.id))).toEqual([
      ['Dois', 0],
      ['Um', 1],
    ])
    expect(reordered(columnTags, one.id, one.id)).toEqual([])
    expect(reordered(columnTags, one.id, 'none')).toEqual([])
    // Those from before there was an order all stand at nought.
    expect(names(reordered([tag('A'), tag('B')], 'x', 'y'))).toEqual([])
  })
})
