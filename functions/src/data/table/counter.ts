/**
 * Counts of tickets per queue and per (user, queue), and of contacts, customers and products,
 * written in the transaction that changes a row. The counts of a queue and of contacts are spread
 * over a few rows, so that no single row is written by everything a company does.
 */
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { z } from 'zod'
import { isSnoozed, NONE, type TicketRow } from '../tickets/ticket-row.ts'
import { defineRow } from './define-row.ts'
import { queryItems } from './query-items.ts'
import { put, update, type Write } from './transact.ts'

const SPREAD = 4

const partOf = (id: string): number => Number.parseInt(id.slice(-1), 16) % SPREAD || 0

type Figures = { pending: number; open: number; closed: number; snoozed: number; total: number }

const figure = z.number().optional()

const COUNTERS = defineRow({
  kind: 'counter',
  key: { pk: '${companyId}#counter', sk: '${name}' },
  content: z.object({
    companyId: z.string(),
    /**
     * Name of the counter, such as `queue#<id>#<part>`, `user#<id>#<queue id>`, `contacts#<part>`.
     */
    name: z.string(),
    ...{ pending: figure, open: figure, closed: figure, snoozed: figure, total: figure },
  }),
  keyOnly: ['companyId', 'name'],
  unmarked: true,
})

type CounterRow = { sk: string } & Partial<Figures>

const ATTRIBUTES: readonly (keyof CounterRow)[] = ['sk', 'pending', 'open', 'closed', 'snoozed', 'total']

const change = (companyId: string, name: string, by: Partial<Figures>): Write =>
  update('counter', COUNTERS.upsert({ companyId, name }, { add: by }))

type CountedTicket = Pick<TicketRow, 'id' | 'status' | 'queue' | 'user' | 'snoozedUntil'>

const placesOf = (ticket: CountedTicket): [string, TicketStatus | 'snoozed'][] => {
  const { id, status, queue, user } = ticket
  const queueId = queue?.id ?? NONE
  const names = [`queue#${queueId}#${partOf(id)}`, ...(user && status === 'open' ? [`user#${user.id}#${queueId}`] : [])]
  const figures = isSnoozed(ticket) ? [status, 'snoozed' as const] : [status]
  return names.flatMap(name => figures.map((figure): [string, TicketStatus | 'snoozed'] => [name, figure]))
}

/**
 * Returns the same for a user who gets a ticket, refused unless they have
 * fewer than `room` in the queue.
 */
const countWithin = (companyId: string, name: string, by: Partial<Figures>, room: number): Write =>
  update(
    'room',
    COUNTERS.upsert({ companyId, name }, { add: by, when: is => [is.any(is.absent('open'), is.below('open', room))] }),
  )

/**
 * Returns the writes, labelled `counter`, for a ticket that is created, moved or deleted. With
 * `room`, the one of its new user is labelled `room`, and refused unless they
 * have fewer open ones in the queue.
 */
export function countTicket(
  companyId: string,
  before: CountedTicket | undefined,
  after: CountedTicket | undefined,
  room?: number,
): Write[] {
  const changes = new Map<string, Partial<Figures>>()
  const add = (ticket: CountedTicket | undefined, by: 1 | -1) => {
    for (const [name, status] of ticket ? placesOf(ticket) : []) {
      const figures = changes.get(name) ?? {}
      figures[status] = (figures[status] ?? 0) + by
      changes.set(name, figures)
    }
  }
  add(before, -1)
  add(after, 1)
  return [...changes].flatMap(([name, figures]) => {
    const moved = Object.fromEntries(Object.entries(figures).filter(([, by]) => by !== 0))
    if (Object.keys(moved).length === 0) return []
    const isLimited = room !== undefined && name.startsWith('user#') && (moved.open ?? 0) > 0
    return [isLimited ? countWithin(companyId, name, moved, room) : change(companyId, name, moved)]
  })
}

/**
 * Returns the writes, labelled `counter`, for tickets that are created together: each counter is
 * written once.
 */
export function countNewTickets(companyId: string, tickets: Iterable<CountedTicket>): Write[] {
  const changes = new Map<string, Partial<Figures>>()
  for (const ticket of tickets)
    for (const [name, status] of placesOf(ticket)) {
      const figures = changes.get(name) ?? {}
      figures[status] = (figures[status] ?? 0) + 1
      changes.set(name, figures)
    }
  return [...changes].map(([name, figures]) => change(companyId, name, figures))
}

/** Kinds of rows that are counted for their list. */
export type Counted = 'contacts' | 'customers' | 'products'

/** Returns the write, labelled `counter`, for a row that is created (1) or deleted (-1). */
export const countRow = (companyId: string, what: Counted, id: string, by: 1 | -1): Write =>
  change(companyId, `${what}#${partOf(id)}`, { total: by })

/** Returns the writes, labelled `counter`, for rows that are created together. */
export function countNewRows(companyId: string, what: Counted, ids: Iterable<string>): Write[] {
  const parts = new Map<number, number>()
  for (const id of ids) parts.set(partOf(id), (parts.get(partOf(id)) ?? 0) + 1)
  return [...parts].map(([part, total]) => change(companyId, `${what}#${part}`, { total }))
}

/** Number of rows read at once. */
const PAGE = 1000

async function read(companyId: string, prefix: string, consistent = false): Promise<CounterRow[]> {
  const rows: CounterRow[] = []
  for (let from = prefix; ; ) {
    const query = COUNTERS.query({ companyId }, { from, to: `${prefix}~` })
    const { items, more } = await queryItems<CounterRow>(query, PAGE, {
      attributes: ATTRIBUTES,
      order: 'asc',
      consistent,
    })
    rows.push(...items)
    if (items.length < PAGE && !more) return rows
    from = `${items.at(-1)!.sk}\0`
  }
}

/** Counts by status; `snoozed` tickets are included in `open`. */
export type TicketCounts = { pending: number; open: number; closed: number; snoozed: number }

/**
 * Reads the ticket counts by queue (`none`: without a queue): one read of a few hundred bytes per
 * queue.
 */
export async function ticketCountsByQueue(companyId: string): Promise<Map<string, TicketCounts>> {
  const counts = new Map<string, TicketCounts>()
  for (const row of await read(companyId, 'queue#')) {
    const queueId = row.sk.split('#')[1] ?? NONE
    const sum = counts.get(queueId) ?? { pending: 0, open: 0, closed: 0, snoozed: 0 }
    sum.pending += row.pending ?? 0
    sum.open += row.open ?? 0
    sum.closed += row.closed ?? 0
    sum.snoozed += row.snoozed ?? 0
    counts.set(queueId, sum)
  }
  return counts
}

/**
 * Reads the number of a user's open tickets by queue (`none`: without a queue), and how many of
 * them are snoozed.
 */
export async function openTicketsOfUser(
  companyId: string,
  userId: string,
): Promise<Map<string, Pick<TicketCounts, 'open' | 'snoozed'>>> {
  const rows = await read(companyId, `user#${userId}#`)
  return new Map(rows.map(row => [row.sk.split('#')[2] ?? NONE, { open: row.open ?? 0, snoozed: row.snoozed ?? 0 }]))
}

/** Reads the number of open tickets of every user who has any: half a read unit per 4 KB. */
export async function openCountsByUser(companyId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { sk, open = 0 } of await read(companyId, 'user#')) {
    const userId = sk.split('#')[1]!
    counts.set(userId, (counts.get(userId) ?? 0) + open)
  }
  return counts
}

/** Reads the number of open tickets of every user who has any, by queue, consistently. */
export async function openCountsByUserAndQueue(companyId: string): Promise<Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, number>>()
  for (const { sk, open = 0 } of await read(companyId, 'user#', true)) {
    const [, userId = '', queueId = NONE] = sk.split('#')
    counts.set(userId, (counts.get(userId) ?? new Map<string, number>()).set(queueId, open))
  }
  return counts
}

export async function rowCount(companyId: string, what: Counted): Promise<number> {
  const rows = await read(companyId, `${what}#`)
  return rows.reduce((sum, row) => sum + (row.total ?? 0), 0)
}

/** Returns all counts of a company, for bulk loads of tickets and contacts into a new one. */
export function setCounts(companyId: string, tickets: Iterable<CountedTicket>, contactIds: Iterable<string>): Write[] {
  const counts = new Map<string, Partial<Figures>>()
  const add = (name: string, figure: keyof Figures) => {
    const figures = counts.get(name) ?? {}
    figures[figure] = (figures[figure] ?? 0) + 1
    counts.set(name, figures)
  }
  for (const ticket of tickets) for (const [name, status] of placesOf(ticket)) add(name, status)
  for (const id of contactIds) add(`contacts#${partOf(id)}`, 'total')
  return [...counts].map(([name, figures]) => put('counter', COUNTERS.put({ companyId, name, ...figures })))
}
