import type { Given } from '@balcao/shared/entities/distribution.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { planOf } from '../data/company/company.ts'
import { decisionWrite } from '../data/distribution/distribution-log.ts'
import { type DistributionState, givenWrite } from '../data/distribution/distribution-state.ts'
import { takeBackWrite } from '../data/distribution/take-back-timer.ts'
import { countTalk } from '../data/reports/selling-day.ts'
import { rowUnchanged } from '../data/table/small-list.ts'
import type { QueueRow } from '../data/team/queue.ts'
import { mayBeGiven, type UserRow } from '../data/team/user.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
import { NO_BOT, type TicketRow, waitsForPerson } from '../data/tickets/ticket-row.ts'
import { timersFor } from '../messaging/ticket-timers.ts'
import { announceGiven } from './announce-given.ts'

type Receiver = { user: UserRow; given: Given }

/**
 * Gives a waiting ticket to a user, once: in one transaction with their number of open tickets, the
 * queue's turn, and the conditions that they are available and the queue still distributes as it
 * was read. Returns false if it waits in the queue no more.
 * @throws WriteConflict labelled `room`, `receiver`, `queue`, or `distribution` if another worker
 * has taken over
 */
export async function giveTicket(
  waiting: TicketRow,
  queue: QueueRow,
  { user, given }: Receiver,
  { state, holder }: { state: DistributionState; holder: string },
): Promise<boolean> {
  const { companyId } = waiting
  const to = { id: user.id, name: user.name }
  const [timers, { useSales }] = await Promise.all([timersFor(waiting, 'open'), planOf(companyId)])
  const talk = useSales ? [await countTalk(companyId, user.id)] : []
  const changed = await changeTicket(companyId, waiting, now => {
    if (now.queue?.id !== queue.id || !waitsForPerson(now)) return undefined
    const at = Date.now()
    return {
      set: {
        ...{ status: 'open', user: to, givenAt: at },
        ...{ chatbot: false, menu: silenced(now.menu, at), ...NO_BOT },
        ...timers.set,
      },
      logs: [{ type: 'distributed', user: to, queue: now.queue, given }],
      room: queue.maxOpenTickets ?? undefined,
      extra: [
        givenWrite(state, holder, user.id),
        mayBeGiven(user),
        rowUnchanged(companyId, 'queue', queue),
        decisionWrite(now, queue.id, { user: to, ...given }),
        takeBackWrite(user),
        ...timers.writes,
        ...talk,
      ],
    }
  })
  if (changed.ticket === changed.before) return false
  await announceGiven(changed)
  return true
}
