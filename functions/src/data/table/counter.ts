/**
 * How many tickets stand where, and how many contacts, customers and products there are: rows per queue and per (user, queue), written in the
 * transaction that moves a ticket. A queue's and the contacts' count is spread over a few rows, so that no row is written
 * by everything a company does.
 */
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { Entity } from 'electrodb'
import { isSnoozed, NONE, type TicketRow } from '../tickets/ticket-row.ts'
import { documentClient, tableName } from './client.ts'
import { index, model, ownedBy } from './entity.ts'
import { keyQuery } from './key-query.ts'
import { queryItems } from './query-items.ts'
import { put, update, type Write } from './transact.ts'

const SPREAD = 4

const CounterEntity = new Entity({
  model: model('counter'),
  attributes: {
    companyId: { type: 'string', required: true },
    /** `queue#<id>#<part>`, `user#<id>#<queue id>`, `contacts#<part>` and its like. */
    name: { type: 'string', required: true },
    pending: { type: 'number' },
    open: { type: 'number' },
    closed: { type: 'number' },
    /** Of the open ones. */
    snoozed: { type: 'number' },
    total: { type: 'number' },
  },
  indexes: {
    byName: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#counter' },
      { composite: ['name'], template: '${name}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const partOf = (id: string): number => Number.parseInt(id.slice(-1), 16) % SPREAD || 0

type Figures = { pending: number; open: number; closed: number; snoozed: number; total: number }

/** As the entity would write it: a row that is new gets what it is read by. */
function change(companyId: string, name: string, by: Partial<Figures>): Write {
  const figures = Object.entries(by)
  const kept = { companyId, name, ...ownedBy('counter') }
  return update('counter', {
    TableName: tableName(),
    Key: { pk: `${companyId}#counter`, sk: name },
    UpdateExpression: `SET ${Object.keys(kept).map(key => `#${key} = :${key}`)} ADD ${figures.map(([key]) => `#${key} :${key}`)}`,
    ExpressionAttributeNames: Object.fromEntries(
      [...Object.keys(kept), ...Object.keys(by)].map(key => [`#${key}`, key]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      [...Object.entries(kept), ...figures].map(([key, value]) => [`:${key}`, value]),
    ),
  })
}

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

async function read(companyId: string, prefix: string) {
  const { data } = await CounterEntity.query
    .byName({ companyId })
    .begins({ name: prefix })
    .go({ ...options(), pages: 'all' })
  return data
}

/** `snoozed` are among the open ones. */
export type TicketCounts = { pending: number; open: number; closed: number; snoozed: number }

/** Tickets by queue (`none`: without one). One read of a few hundred bytes per queue. */
export async function ticketCountsByQueue(companyId: string): Promise<Map<string, TicketCounts>> {
  const counts = new Map<string, TicketCounts>()
  for (const row of await read(companyId, 'queue#')) {
    const queueId = row.name.split('#')[1] ?? NONE
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
  return new Map(rows.map(row => [row.name.split('#')[2] ?? NONE, { open: row.open ?? 0, snoozed: row.snoozed ?? 0 }]))
}

export async function rowCount(companyId: string, what: Counted): Promise<number> {
  const query = keyQuery('main', `${companyId}#counter`, { begins: `${what}#` })
  const { items } = await queryItems<{ total?: number }>(query, SPREAD, { attributes: ['total'] })
  return items.reduce((sum, row) => sum + (row.total ?? 0), 0)
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
    put('counter', CounterEntity.put({ companyId, name, ...figures }).params({ table: tableName() })),
  )
}
