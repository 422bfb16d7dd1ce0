/**
 * Occasions on which a queue may have a ticket to give. An occasion is a timer, written in the
 * transaction of what happened and sent to its queue right after; the row is for the case that the
 * message was lost.
 */
import type { Timer } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import type { Write } from '../table/transact.ts'
import { type TicketRow, waitsForPerson } from '../tickets/ticket-row.ts'
import { timerWrite } from '../timers/timer.ts'
import { distributingQueues } from './distributing-queues.ts'

export type DistributeTimer = Extract<Timer, { type: 'distribute' }>

/** Time (ms) after which an occasion is looked at if its message did not arrive. */
const OVERDUE_MS = 60_000

/** Returns the timer of an occasion; `about` is the ticket, user or queue that gave it. */
export const distributeTimer = (companyId: string, queueId: string, about: string): DistributeTimer => ({
  type: 'distribute',
  ...{ companyId, queueId, about },
  dueAt: Date.now() + OVERDUE_MS,
})

/** Returns the queue in which a ticket waits for a person, if it does. */
const waitsIn = (ticket: TicketRow | undefined): string | undefined =>
  ticket && waitsForPerson(ticket) ? ticket.queue?.id : undefined

/** Returns the person who has an open ticket, and its queue, as one word. */
const placeOf = (ticket: TicketRow | undefined): string | undefined =>
  ticket?.status === 'open' && ticket.user && ticket.queue ? `${ticket.user.id}#${ticket.queue.id}` : undefined

/**
 * Returns the writes by which queues that distribute their tickets learn that one began to wait in
 * them, or that a person has room again.
 */
export async function distributionWrites(
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow,
): Promise<Write[]> {
  const begins = waitsIn(after) === waitsIn(before) ? undefined : waitsIn(after)
  const left = placeOf(before) !== undefined && placeOf(before) !== placeOf(after) ? before?.queue?.id : undefined
  if (begins === undefined && left === undefined) return []
  const queues = await distributingQueues(companyId)
  return [...new Set([begins, left])].flatMap(queueId => {
    if (queueId === undefined || !queues.has(queueId)) return []
    const timer = distributeTimer(companyId, queueId, after.id)
    return [{ ...timerWrite(timer), after: () => sendStandard(config().TIMERS_QUEUE_URL, timer) }]
  })
}
