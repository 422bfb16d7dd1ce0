/** Brings the index of a view up to date with tickets that were written before it existed. */
import { changeTickets } from '../tickets/change-tickets.ts'
import { type ListPartition, readPartition, TOP } from '../tickets/ticket-partitions.ts'
import { type PartitionStatus, rankOf } from '../tickets/ticket-row.ts'
import { indexesWith, isInIndexes, viewIndexesOf } from './view-index.ts'

/** Place in a company's tickets behind which the work continues. */
export type FillPlace = { status: string; below: string }

const STATUSES: readonly PartitionStatus[] = ['pending', 'open', 'snoozed', 'closed']
/** In place of a status: the tickets of an index that no view needs any more. */
const LEAVING = 'leaving'
const BATCH_SIZE = 100

/**
 * Enters tickets into an index, or takes them out of it if no view needs it; stops after `time`
 * milliseconds and returns where to continue, or undefined at the end. It may be interrupted, and
 * may run twice at once: a ticket is written only while it is in other indexes than it should be.
 */
export async function fillIndex(
  companyId: string,
  view: string,
  from: FillPlace | undefined,
  time: number,
): Promise<FillPlace | undefined> {
  const indexes = await viewIndexesOf(companyId)
  const index = indexes.find(({ id }) => id === view)
  const wanted = index?.filter.status
  const all = index ? STATUSES.filter(status => !wanted || wanted.includes(status)) : [LEAVING]
  const begin = Math.max(0, all.indexOf(from?.status ?? ''))
  const until = Date.now() + time
  for (const [i, status] of all.slice(begin).entries()) {
    const partition: ListPartition =
      status === LEAVING
        ? { index: 'inView', view, by: 'all' }
        : { index: 'byStatus', status: status as PartitionStatus }
    let below = i === 0 && from?.status === status ? from.below : TOP
    for (;;) {
      const { rows, more } = await readPartition(companyId, partition, BATCH_SIZE, below, undefined)
      const ids = rows.filter(row => !index || !isInIndexes(indexesWith(indexes, row), row)).map(({ id }) => id)
      await changeTickets(
        companyId,
        ids,
        async () => {
          const current = await viewIndexesOf(companyId)
          return now => (isInIndexes(indexesWith(current, now), now) ? undefined : { set: {}, touch: false })
        },
        async () => undefined,
      )
      const last = rows.at(-1)
      if (last) below = rankOf(last)
      if (rows.length < BATCH_SIZE && !more) break
      if (Date.now() > until) return { status, below }
    }
  }
  return undefined
}
