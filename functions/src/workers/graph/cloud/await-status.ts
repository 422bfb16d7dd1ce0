import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { armTimer } from '../../../data/timers/timer.ts'
import { outboxTimer } from '../../../messaging/outbox.ts'

/** Time (ms) for which a message whose answer was lost waits for a status of Meta. */
const STATUS_WAIT_MS = 120_000

/** Returns whether the outcome of a part that was sent at `sendingAt` (epoch ms) stays unknown. */
export const isUnknown = (sendingAt: number, now: number): boolean => now - sendingAt >= STATUS_WAIT_MS

/**
 * Arms the timer that hands the message to the worker once more when its status is overdue. A
 * campaign's message has its send queue for that.
 */
export async function awaitStatus(message: MessageRow | undefined, sendingAt: number): Promise<void> {
  if (!message || message.origin === 'campaign') return
  const { companyId, ticketId, id } = message
  const timer = outboxTimer(companyId, ticketId, sendingAt, { messageId: id, since: sendingAt })
  await armTimer({ ...timer, dueAt: sendingAt + STATUS_WAIT_MS + 1000 })
}
