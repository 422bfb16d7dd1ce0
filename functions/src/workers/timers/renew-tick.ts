import type { Timer } from '@balcao/shared/events/queues.ts'
import { getSendQueue } from '../../data/campaigns/send-queue-row.ts'
import { enqueueTick } from '../../messaging/enqueue.ts'

/**
 * Milliseconds after which a tick counts as lost: the process that was to enqueue it ended before.
 */
const LATE = 30_000

/**
 * Restarts a connection's campaigns if their tick was lost. If they went on, or are due later, it
 * does nothing: that tick has a timer of its own.
 */
export async function renewTick(
  { companyId, connectionId }: Extract<Timer, { type: 'tick' }>,
  now: number,
): Promise<void> {
  const { campaigns, seq, dueAt } = await getSendQueue(companyId, connectionId)
  if (campaigns.length === 0 || dueAt > now) return
  await enqueueTick({ companyId, connectionId, seq, ...(now - dueAt > LATE ? { again: true } : {}) }, 0)
}
