/**
 * Counts of the tickets in the indexes of views, by queue and by user and queue: a row has a figure
 * for each index, so that one read gives those of all views.
 */
import { z } from 'zod'
import { partOf } from '../reports/day-part.ts'
import { defineRow } from '../table/define-row.ts'
import { update, type Write } from '../table/transact.ts'
import { NONE, type TicketRow } from '../tickets/ticket-row.ts'

const COUNTS = defineRow({
  kind: 'viewCount',
  key: { pk: '${companyId}#view-count', sk: '${name}' },
  content: z.object({
    companyId: z.string(),
    /** `queue#<id>#<part>` or `user#<id>#<queue id>`. */
    name: z.string(),
  }),
  keyOnly: ['companyId', 'name'],
  unmarked: true,
  // `v_<index id>`: number of tickets.
  open: true,
})

const namesOf = ({ id, queue, user }: TicketRow): string[] => {
  const queueId = queue?.id ?? NONE
  return [`queue#${queueId}#${partOf(id)}`, ...(user ? [`user#${user.id}#${queueId}`] : [])]
}

/**
 * Returns the writes, labelled `view`, for a ticket that enters or
 * leaves indexes, or moves in them.
 */
export function viewCountWrites(before: TicketRow | undefined, after: TicketRow | undefined): Write[] {
  const changes = new Map<string, Record<string, number>>()
  const add = (ticket: TicketRow | undefined, by: 1 | -1) => {
    if (!ticket?.views?.length) return
    for (const name of namesOf(ticket)) {
      const figures = changes.get(name) ?? {}
      for (const view of ticket.views) figures[`v_${view}`] = (figures[`v_${view}`] ?? 0) + by
      changes.set(name, figures)
    }
  }
  add(before, -1)
  add(after, 1)
  const { companyId } = (after ?? before)!
  return [...changes].flatMap(([name, figures]) => {
    const moved = Object.fromEntries(Object.entries(figures).filter(([, by]) => by !== 0))
    return Object.keys(moved).length > 0
      ? [update('view', COUNTS.upsert({ companyId, name }, { add: moved as object }))]
      : []
  })
}

/** Counts by queue (`none`: without a queue), each by the id of an index. */
export type ViewCounts = ReadonlyMap<string, Readonly<Record<string, number>>>

async function countsBelow(companyId: string, prefix: string): Promise<ViewCounts> {
  const sums = new Map<string, Record<string, number>>()
  for (const row of await COUNTS.every(COUNTS.query({ companyId }, { begins: prefix }))) {
    const { name, companyId: _, ...figures } = row as { name: string } & Record<string, unknown>
    const rest = name.slice(prefix.length).split('#')
    const sum = sums.get(rest[0]!) ?? {}
    for (const [figure, count] of Object.entries(figures))
      if (figure.startsWith('v_')) sum[figure.slice(2)] = (sum[figure.slice(2)] ?? 0) + Number(count)
    sums.set(rest[0]!, sum)
  }
  return sums
}

/** Reads the counts of all indexes by queue: half a read unit per 4 KB. */
export const viewCountsByQueue = (companyId: string): Promise<ViewCounts> => countsBelow(companyId, 'queue#')

/** Reads the counts of a user's tickets, by queue. */
export const viewCountsOfUser = (companyId: string, userId: string): Promise<ViewCounts> =>
  countsBelow(companyId, `user#${userId}#`)
