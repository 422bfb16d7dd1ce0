import { openTicketsOfUser, ticketCountsByQueue } from '../../../data/table/counter.ts'
import { queuesOf, seesAll } from '../../../data/tickets/ticket-list.ts'
import { NONE } from '../../../data/tickets/ticket-row.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** From the maintained counts: two reads of a few hundred bytes, however many tickets there are. */
export const countTickets: Operations['tickets']['count'] = async (ctx, { query }) => {
  const { companyId, actor } = ctx
  const [{ viewer }, byQueue, own] = await Promise.all([
    callerOf(ctx),
    ticketCountsByQueue(companyId),
    openTicketsOfUser(companyId, actor.userId),
  ])
  const all = seesAll(viewer)
  const wanted = query.queueIds?.length ? new Set([...query.queueIds, NONE]) : undefined
  const seen = all
    ? [...byQueue.keys()].filter(id => !wanted || wanted.has(id))
    : [...queuesOf(viewer, query), ...(viewer.allTicket === 'enabled' ? [NONE] : [])]
  const sum = (status: 'pending' | 'open' | 'closed') =>
    Math.max(
      0,
      seen.reduce((total, id) => total + (byQueue.get(id)?.[status] ?? 0), 0),
    )
  const mine = [...own].reduce((total, [id, open]) => total + (!wanted || wanted.has(id) ? open : 0), 0)
  return {
    open: all && query.showAll ? sum('open') : Math.max(0, mine),
    pending: sum('pending'),
    closed: sum('closed'),
  }
}
