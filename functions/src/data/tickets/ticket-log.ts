import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { Entity, type EntityItem } from 'electrodb'
import { tableName } from '../table/client.ts'
import { IF_NEW, index, model, ownedBy } from '../table/entity.ts'
import { each, fromQuery, type Source } from '../table/page.ts'
import { put, transact, type Write, WriteRefused } from '../table/transact.ts'
import { STORED_LOG_TYPES, storedLogType, wireLogType } from './ticket-log-type.ts'

const TicketLogEntity = new Entity({
  model: model('ticketLog'),
  attributes: {
    companyId: { type: 'string', required: true },
    ticketId: { type: 'string', required: true },
    logId: { type: 'string', required: true },
    type: { type: STORED_LOG_TYPES, required: true },
    user: { type: 'any' },
    queue: { type: 'any' },
    gap: { type: 'any' },
    rating: { type: 'any' },
    campaign: { type: 'any' },
    changes: { type: 'any' },
  },
  indexes: {
    byTicket: index(
      'main',
      { composite: ['companyId', 'ticketId'], template: '${companyId}#ticket#${ticketId}' },
      { composite: ['logId'], template: 'log#${logId}' },
    ),
  },
} as const)

/** That a user opened a ticket lately: keeps the log from filling with it. */
const AccessEntity = new Entity({
  model: model('ticketAccess'),
  attributes: {
    companyId: { type: 'string', required: true },
    ticketId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byUser: index(
      'main',
      { composite: ['companyId', 'ticketId'], template: '${companyId}#ticket#${ticketId}' },
      { composite: ['userId'], template: 'access#${userId}' },
    ),
  },
})

export type NewLog = {
  /** Of an entry that is loaded; the time in it is that of the entry. */
  id?: string
  type: TicketLog['type']
  user?: UserRef | null | undefined
  queue?: QueueRef | null | undefined
  gap?: TicketLog['gap']
  rating?: TicketLog['rating']
  campaign?: TicketLog['campaign']
  changes?: TicketLog['changes']
}

type Stored = Omit<EntityItem<typeof TicketLogEntity>, 'companyId'>

const toLog = (row: Stored): TicketLog => ({
  id: row.logId,
  ticketId: row.ticketId,
  type: wireLogType(row.type),
  user: row.user ?? null,
  queue: row.queue ?? null,
  ...(row.gap ? { gap: row.gap } : {}),
  ...(row.rating ? { rating: row.rating } : {}),
  ...(row.campaign ? { campaign: row.campaign } : {}),
  ...(row.changes ? { changes: row.changes } : {}),
  createdAt: new Date(timeOfId(row.logId)).toISOString(),
})

/** A write labelled `log`, and the entry as browsers are told of it. */
export function logEntry(companyId: string, ticketId: string, given: NewLog): { write: Write; log: TicketLog } {
  const row = {
    companyId,
    ticketId,
    logId: given.id ?? newId(),
    type: storedLogType(given.type),
    ...(given.user ? { user: { id: given.user.id, name: given.user.name } } : {}),
    ...(given.queue ? { queue: { id: given.queue.id, name: given.queue.name, color: given.queue.color } } : {}),
    ...(given.gap ? { gap: given.gap } : {}),
    ...(given.rating ? { rating: given.rating } : {}),
    ...(given.campaign ? { campaign: given.campaign } : {}),
    ...(given.changes ? { changes: given.changes } : {}),
  }
  const Item = {
    pk: `${companyId}#ticket#${ticketId}`,
    sk: `log#${row.logId}`,
    ...ownedBy('ticketLog'),
    ...row,
  }
  return { write: put('log', { TableName: tableName(), Item, ...IF_NEW }), log: toLog(row) }
}

/** Adds an entry that belongs to no change of the ticket (a gap of the connection). */
export async function addLog(companyId: string, ticketId: string, given: NewLog): Promise<TicketLog> {
  const { write, log } = logEntry(companyId, ticketId, given)
  await transact([write])
  return log
}

/** What happened to a ticket, oldest first. */
export const logsOf = (companyId: string, ticketId: string): Source<TicketLog> =>
  fromQuery(
    from => {
      const query = TicketLogEntity.query.byTicket({ companyId, ticketId })
      // The partition holds the ticket's other rows too. Nothing stands between an id and the same with a sign behind it.
      return from ? query.between({ logId: `${from}!` }, { logId: 'g' }) : query.begins({ logId: '' })
    },
    {
      attributes: ['logId', 'type', 'user', 'queue', 'gap', 'rating', 'campaign', 'changes'],
      order: 'asc',
      toRow: (item: Omit<Stored, 'ticketId'>) => toLog({ ...item, ticketId }),
      positionOf: ({ id }) => id,
    },
  )

/** All of it. */
export async function listLogs(companyId: string, ticketId: string): Promise<TicketLog[]> {
  const logs: TicketLog[] = []
  for await (const log of each(logsOf(companyId, ticketId))) logs.push(log)
  return logs
}

const ACCESS_PAUSE_MS = 10 * 60_000
const recent = new Map<string, number>()

/** Logs that a user opened a ticket, at most once in ten minutes; answers the entry when there is one. */
export async function logAccess(companyId: string, ticketId: string, user: UserRef): Promise<TicketLog | undefined> {
  const now = Date.now()
  const key = `${ticketId}#${user.id}`
  if ((recent.get(key) ?? 0) > now) return undefined
  if (recent.size > 5000) recent.clear()
  recent.set(key, now + ACCESS_PAUSE_MS)
  const { write, log } = logEntry(companyId, ticketId, { type: 'access', user })
  const access = AccessEntity.put({
    companyId,
    ticketId,
    userId: user.id,
    expiresAt: Math.ceil((now + ACCESS_PAUSE_MS) / 1000),
  })
    .where((row, is) => `${is.notExists(row.expiresAt)} OR ${is.lte(row.expiresAt, Math.floor(now / 1000))}`)
    .params({ table: tableName() })
  try {
    await transact([put('access', access), write])
    return log
  } catch (error) {
    if (error instanceof WriteRefused) return undefined
    throw error
  }
}
