import { openTicketsOfUser, ticketCountsByQueue } from '../../../data/table/counter.ts'
import { queuesOf, seesAll } from '../../../data/tickets/ticket-list.ts'
import { NONE } from '../../../data/tickets/ticket-row.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns the maintained counts: two reads of a few hundred bytes, however many tickets there are.
 */
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
  const sum = (status: 'pending' | 'open' | 'closed' | 'snoozed') =>
    Math.max(
      0,
      seen.reduce((total, id) => total + (byQueue.get(id)?.[status] ?? 0), 0),
    )
  const mine = (figure: 'open' | 'snoozed') =>
    [...own].reduce((total, [id, counts]) => total + (!wanted || wanted.has(id) ? counts[figure] : 0), 0)
  const everybodys = all && query.showAll
  const snoozed = everybodys ? sum('snoozed') : Math.max(0, mine('snoozed'))
  return {
    open: Math.max(0, (everybodys ? sum('open') : mine('open')) - snoozed),
    pending: sum('pending'),
    closed: sum('closed'),
    snoozed,
  }
}
