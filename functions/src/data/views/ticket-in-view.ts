/**
 * Copies of tickets in the indexes of views: a row per index and ticket, written in the transaction
 * that writes the ticket. A page of a view reads some rows of a partition that holds nothing else.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import type { Range } from '../table/key-query.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { NONE, rankOf, type TicketRow, ticketContent, ticketKey, toTicketRow } from '../tickets/ticket-row.ts'
import { viewCountWrites } from './view-count.ts'

const COPIES = defineRow({
  kind: 'ticketInView',
  key: { pk: '${companyId}#in-view#${view}', sk: '${id}' },
  indexes: {
    gsi1: { pk: '${companyId}#view#${view}', sk: '${rank}' },
    gsi2: { pk: '${companyId}#view#${view}#queue#${queueId}', sk: '${rank}' },
    // Without a user the row is not in it.
    gsi3: { pk: '${companyId}#view#${view}#user#${userId}', sk: '${rank}' },
  },
  content: z.object({
    companyId: z.string(),
    /** Id of the index. */
    view: z.string(),
    /** Id, version and content of the ticket, as in its own row. */
    id: z.string(),
    version: z.number(),
    row: z.string(),
    queueId: z.string().optional(),
    userId: z.string().optional(),
    rank: z.string().optional(),
  }),
  keyOnly: ['companyId', 'view', 'id', 'queueId', 'userId', 'rank'],
  unmarked: true,
})

/** Partition of an index: all of its tickets, those of a queue, or those of a user. */
export type ViewPartition =
  | { index: 'inView'; view: string; by: 'all' }
  | { index: 'inView'; view: string; by: 'queue' | 'user'; id: string }

export const COPY_ATTRIBUTES = COPIES.attributes

/** Returns the query of a partition below a rank. */
export function viewQuery(companyId: string, partition: ViewPartition, range: Range) {
  const { view } = partition
  if (partition.by === 'all') return COPIES.queryIndex('gsi1', { companyId, view }, range)
  if (partition.by === 'queue') return COPIES.queryIndex('gsi2', { companyId, view, queueId: partition.id }, range)
  return COPIES.queryIndex('gsi3', { companyId, view, userId: partition.id }, range)
}

/** Returns the ticket in the item of a copy. */
export function ticketOfCopy(item: object): TicketRow {
  const { companyId, id, version, row } = COPIES.parse(item as Record<string, unknown>)!
  return toTicketRow({ ...ticketKey(companyId, id), version, row })
}

/**
 * Returns the writes, labelled `view`, for a ticket that is created (`before` undefined), changed
 * or deleted (`after` undefined): its copies, and the counts of the indexes it enters or leaves.
 */
export function viewWrites(before: TicketRow | undefined, after: TicketRow | undefined): Write[] {
  const from = before?.views ?? []
  const to = after?.views ?? []
  if (from.length === 0 && to.length === 0) return []
  const { companyId, id } = (after ?? before)!
  const row = after && to.length > 0 ? ticketContent(after) : ''
  return [
    ...from.filter(view => !to.includes(view)).map(view => remove('view', COPIES.delete({ companyId, view, id }))),
    ...to.map(view =>
      put(
        'view',
        COPIES.put({
          ...{ companyId, view, id, row, version: after!.version, rank: rankOf(after!) },
          queueId: after!.queue?.id ?? NONE,
          ...(after!.user ? { userId: after!.user.id } : {}),
        }),
      ),
    ),
    ...viewCountWrites(before, after),
  ]
}
