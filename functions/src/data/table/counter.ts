/**
 * How many tickets stand where, and how many contacts, customers and products there are: rows per queue and per (user, queue), written in the
 * transaction that moves a ticket. A queue's and the contacts' count is spread over a few rows, so that no row is written
 * by everything a company does.
 */
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { isSnoozed, NONE, type TicketRow } from '../tickets/ticket-row.ts'
import { tableName } from './client.ts'
import { keyQuery } from './key-query.ts'
import { queryItems } from './query-items.ts'
import { put, update, type Write } from './transact.ts'

const SPREAD = 4

const partitionOf = (companyId: string): string => `${companyId}#counter`

const partOf = (id: string): number => Number.parseInt(id.slice(-1), 16) % SPREAD || 0

type Figures = { pending: number; open: number; closed: number; snoozed: number; total: number }

/** A row is its key and its figures; what is counted stands in the key: `queue#<id>#<part>`, `user#<id>#<queue id>`, `contacts#<part>` and its like. */
type CounterRow = { sk: string } & Partial<Figures>

const ATTRIBUTES: readonly (keyof CounterRow)[] = ['sk', 'pending', 'open', 'closed', 'snoozed', 'total']

const change = (companyId: string, name: string, by: Partial<Figures>): Write =>
  update('counter', {
    TableName: tableName(),
    Key: { pk: partitionOf(companyId), sk: name },
    UpdateExpression: `ADD ${Object.keys(by).map(key => `#${key} :${key}`)}`,
    ExpressionAttributeNames: Object.fromEntries(Object.keys(by).map(key => [`#${key}`, key])),
    ExpressionAttributeValues: Object.fromEntries(Object.entries(by).map(([key, value]) => [`:${key}`, value])),
  })

type CountedTicket = Pick<TicketRow, 'id' | 'status' | 'queue' | 'user' | 'snoozedUntil'>

const placesOf = (ticket: CountedTicket): [string, TicketStatus | 'snoozed'][] => {
  const { id, status, queue, user } = ticket
  const queueId = queue?.id ?? NONE
  const names = [`queue#${queueId}#${partOf(id)}`, ...(user && status === 'open' ? [`user#${user.id}#${queueId}`] : [])]
  const figures = isSnoozed(ticket) ? [status, 'snoozed' as const] : [status]
  return names.flatMap(name => figures.map((figure): [string, TicketStatus | 'snoozed'] => [name, figure]))
}

/** The writes, labelled `counter`, for a ticket that is new, moves, or goes. */
export function countTicket(
  companyId: string,
  before: CountedTicket | undefined,
  after: CountedTicket | undefined,
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
    return Object.keys(moved).length > 0 ? [change(companyId, name, moved)] : []
  })
}

/** What is counted for its list. */
export type Counted = 'contacts' | 'customers' | 'products'

/** The write, labelled `counter`, for a row that comes (1) or goes (-1). */
export const countRow = (companyId: string, what: Counted, id: string, by: 1 | -1): Write =>
  change(companyId, `${what}#${partOf(id)}`, { total: by })

/** Read at once. */
const PAGE = 1000

async function read(companyId: string, prefix: string): Promise<CounterRow[]> {
  const rows: CounterRow[] = []
  for (let from = prefix; ; ) {
    const query = keyQuery('main', partitionOf(companyId), { from, to: `${prefix}~` })
    const { items, more } = await queryItems<CounterRow>(query, PAGE, { attributes: ATTRIBUTES, order: 'asc' })
    rows.push(...items)
    if (items.length < PAGE && !more) return rows
    from = `${items.at(-1)!.sk}\0`
  }
}

/** `snoozed` are among the open ones. */
export type TicketCounts = { pending: number; open: number; closed: number; snoozed: number }

/** Tickets by queue (`none`: without one). One read of a few hundred bytes per queue. */
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

/** Open tickets of a user by queue (`none`: without one), and how many of them are snoozed. */
export async function openTicketsOfUser(
  companyId: string,
  userId: string,
): Promise<Map<string, Pick<TicketCounts, 'open' | 'snoozed'>>> {
  const rows = await read(companyId, `user#${userId}#`)
  return new Map(rows.map(row => [row.sk.split('#')[2] ?? NONE, { open: row.open ?? 0, snoozed: row.snoozed ?? 0 }]))
}

export async function rowCount(companyId: string, what: Counted): Promise<number> {
  const rows = await read(companyId, `${what}#`)
  return rows.reduce((sum, row) => sum + (row.total ?? 0), 0)
}

/** The counts of a company as a whole, for loading many tickets and contacts into a new one. */
export function setCounts(companyId: string, tickets: Iterable<CountedTicket>, contactIds: Iterable<string>): Write[] {
  const counts = new Map<string, Partial<Figures>>()
  const add = (name: string, figure: keyof Figures) => {
    const figures = counts.get(name) ?? {}
    figures[figure] = (figures[figure] ?? 0) + 1
    counts.set(name, figures)
  }
  for (const ticket of tickets) for (const [name, status] of placesOf(ticket)) add(name, status)
  for (const id of contactIds) add(`contacts#${partOf(id)}`, 'total')
  return [...counts].map(([name, figures]) =>
    put('counter', { TableName: tableName(), Item: { pk: partitionOf(companyId), sk: name, ...figures } }),
  )
}
