import { decisionWrite } from '../../data/distribution/distribution-log.ts'
import { AWAY_MS, type TakeBackTimer, takeBackTimer } from '../../data/distribution/take-back-timer.ts'
import { WriteConflict } from '../../data/table/transact.ts'
import { getUser, isAwaySince } from '../../data/team/user.ts'
import { changeTicket, getTickets } from '../../data/tickets/ticket.ts'
import { ticketIdsOfPartition } from '../../data/tickets/ticket-partitions.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { publishTicket, publishTicketLogs } from '../../messaging/publish-ticket.ts'
import { timersFor } from '../../messaging/ticket-timers.ts'

/**
 * Returns to their queues the tickets that were given to a user who has been offline since and has
 * not written in them. As long as the user is there, it looks again later. Snoozed tickets stay:
 * the user has decided about those.
 */
export async function takeBack({ companyId, userId }: TakeBackTimer, now: number): Promise<void> {
  const user = await getUser(companyId, userId, true)
  if (!user) return
  const next = takeBackTimer(user)
  const partition = { index: 'byUser', status: 'open', id: userId } as const
  for await (const ids of ticketIdsOfPartition(companyId, partition)) {
    for (const ticket of await getTickets(companyId, ids, true)) {
      if (!isUnanswered(ticket, userId)) continue
      if (next.dueAt > now) return armTimer(next)
      if (!(await takeBackTicket(ticket, userId, now - AWAY_MS))) return
    }
  }
}

const isUnanswered = (ticket: TicketRow, userId: string): boolean =>
  ticket.status === 'open' && ticket.user?.id === userId && Boolean(ticket.givenAt)

/** Returns one ticket to its queue; false if the user has come back. */
async function takeBackTicket(ticket: TicketRow, userId: string, awaySince: number): Promise<boolean> {
  const { companyId } = ticket
  const { set, writes } = await timersFor(ticket, 'pending')
  try {
    const {
      before,
      ticket: after,
      logs,
    } = await changeTicket(companyId, ticket, now => {
      if (!isUnanswered(now, userId) || !now.queue) return undefined
      const user = now.user!
      return {
        set: { status: 'pending', user: null, draftBegun: false, ...set },
        logs: [{ type: 'returned', user, queue: now.queue }],
        extra: [
          isAwaySince(companyId, userId, awaySince),
          decisionWrite(now, now.queue.id, { user, reason: 'returned' }),
          ...writes,
        ],
      }
    })
    if (after !== before) await Promise.all([publishTicket(after, before), publishTicketLogs(after, logs)])
    return true
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'away') return false
    throw error
  }
}
