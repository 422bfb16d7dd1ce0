import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { TicketLog } from '@balcao/shared/entities/ticket.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { each, fromQuery, type Source } from '../table/page.ts'
import { put, transact, type Write, WriteConflict, withAttributes } from '../table/transact.ts'
import { STORED_LOG_TYPES, storedLogType, wireLogType } from './ticket-log-type.ts'

const TICKET_LOGS = defineRow({
  kind: 'ticketLog',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'log#${logId}' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    logId: z.string(),
    type: z.enum(STORED_LOG_TYPES),
    user: z.custom<UserRef>().optional(),
    queue: z.custom<QueueRef>().optional(),
    gap: z.custom<TicketLog['gap']>().optional(),
    rating: z.custom<TicketLog['rating']>().optional(),
    campaign: z.custom<TicketLog['campaign']>().optional(),
    changes: z.custom<TicketLog['changes']>().optional(),
    priority: z.custom<TicketLog['priority']>().optional(),
    rule: z.custom<TicketLog['rule']>().optional(),
    given: z.custom<TicketLog['given']>().optional(),
  }),
})

/**
 * Rows that record that a user opened a ticket recently, so that the log does not fill with
 * accesses.
 */
const TICKET_ACCESSES = defineRow({
  kind: 'ticketAccess',
  key: { pk: '${companyId}#ticket#${ticketId}', sk: 'access#${userId}' },
  content: z.object({
    companyId: z.string(),
    ticketId: z.string(),
    userId: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

export type NewLog = {
  /** Id of a loaded entry; the id's time is the entry's time. */
  id?: string
  type: TicketLog['type']
  user?: UserRef | null | undefined
  queue?: QueueRef | null | undefined
  gap?: TicketLog['gap']
  rating?: TicketLog['rating']
  campaign?: TicketLog['campaign']
  changes?: TicketLog['changes']
  priority?: TicketLog['priority']
  rule?: TicketLog['rule']
  given?: TicketLog['given']
}

type Stored = Omit<RowOf<typeof TICKET_LOGS>, 'companyId'>

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
  ...(row.priority ? { priority: row.priority } : {}),
  ...(row.rule ? { rule: row.rule } : {}),
  ...(row.given ? { given: row.given } : {}),
  createdAt: new Date(timeOfId(row.logId)).toISOString(),
})

/** Returns a write labelled `log`, and the entry as browsers receive it. */
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
    ...(given.priority ? { priority: given.priority } : {}),
    ...(given.rule ? { rule: given.rule } : {}),
    ...(given.given ? { given: given.given } : {}),
  }
  return { write: put('log', TICKET_LOGS.create(row)), log: toLog(row) }
}

/**
 * Returns the write of an entry of a ticket of another system: the
 * same however often it is written.
 */
export function restoredLogWrite(
  companyId: string,
  ticketId: string,
  {
    id,
    type,
    user,
    queue,
    importedFrom,
  }: Pick<NewLog, 'type' | 'user' | 'queue'> & { id: string; importedFrom: string },
): Write {
  const by = user ? { user: { id: user.id, name: user.name } } : {}
  const of = queue ? { queue: { id: queue.id, name: queue.name, color: queue.color } } : {}
  const row = { companyId, ticketId, logId: id, type: storedLogType(type), ...by, ...of }
  return withAttributes(put('log', TICKET_LOGS.put(row)), { importedFrom })
}

/** Adds an entry that belongs to no change of the ticket (for example a gap of the connection). */
export async function addLog(companyId: string, ticketId: string, given: NewLog): Promise<TicketLog> {
  const { write, log } = logEntry(companyId, ticketId, given)
  await transact([write])
  return log
}

/** Reads a ticket's log, oldest first. */
export const logsOf = (companyId: string, ticketId: string): Source<TicketLog> =>
  fromQuery(
    // The partition also holds the ticket's other rows. No key lies between an id and the same id
    // followed by `!`.
    from => TICKET_LOGS.query({ companyId, ticketId }, from ? { from: `log#${from}!`, to: 'log#g' } : undefined),
    {
      attributes: [
        ...['logId', 'type', 'user', 'queue', 'gap', 'rating', 'campaign', 'changes', 'priority', 'rule', 'given'],
      ],
      order: 'asc',
      toRow: (item: Omit<Stored, 'ticketId'>) => toLog({ ...item, ticketId }),
      positionOf: ({ id }) => id,
    },
  )

/** Reads a ticket's complete log. */
export async function listLogs(companyId: string, ticketId: string): Promise<TicketLog[]> {
  const logs: TicketLog[] = []
  for await (const log of each(logsOf(companyId, ticketId))) logs.push(log)
  return logs
}

const ACCESS_PAUSE_MS = 10 * 60_000
const recent = new Map<string, number>()

/**
 * Logs that a user opened a ticket, at most once in ten minutes. Returns the entry if one was
 * written.
 */
export async function logAccess(companyId: string, ticketId: string, user: UserRef): Promise<TicketLog | undefined> {
  const now = Date.now()
  const key = `${ticketId}#${user.id}`
  if ((recent.get(key) ?? 0) > now) return undefined
  if (recent.size > 5000) recent.clear()
  recent.set(key, now + ACCESS_PAUSE_MS)
  const { write, log } = logEntry(companyId, ticketId, { type: 'access', user })
  const expiresAt = Math.ceil((now + ACCESS_PAUSE_MS) / 1000)
  const access = TICKET_ACCESSES.put(
    { companyId, ticketId, userId: user.id, expiresAt },
    { when: is => [is.any(is.absent('expiresAt'), is.atMost('expiresAt', Math.floor(now / 1000)))] },
  )
  try {
    await transact([put('access', access), write])
    return log
  } catch (error) {
    if (error instanceof WriteConflict) return undefined
    throw error
  }
}
