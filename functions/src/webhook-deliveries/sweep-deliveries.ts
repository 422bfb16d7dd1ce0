import type { Timer } from '@balcao/shared/events/queues.ts'
import { waitingWebhookDeliveries } from '../data/automation/webhook-delivery.ts'
import { armTimer } from '../data/timers/timer.ts'
import { enqueueWebhookDelivery } from '../messaging/enqueue.ts'

/** Maximum number of deliveries processed at once; the others follow a minute later. */
const BATCH_SIZE = 200
const MINUTE = 60_000

/**
 * Enqueues the due deliveries of an address again, since the queue's message may have been lost,
 * and arms the timer for the rest.
 */
export async function sweepDeliveries(
  { companyId, targetId }: Extract<Timer, { type: 'sweepDeliveries' }>,
  now: number,
): Promise<void> {
  const waiting = await waitingWebhookDeliveries(companyId, targetId, BATCH_SIZE)
  const due = waiting.filter(({ nextAt, claimedUntil }) => nextAt <= now && claimedUntil <= now)
  await Promise.all(due.map(({ id }) => enqueueWebhookDelivery({ companyId, deliveryId: id })))
  const next = waiting.find(({ nextAt }) => nextAt > now)
  // The ones just enqueued are watched too: a message may be lost again.
  if (waiting.length > 0) {
    const dueAt = due.length > 0 ? now + MINUTE : (next?.nextAt ?? now) + MINUTE
    await armTimer({ type: 'sweepDeliveries', companyId, targetId, dueAt })
  }
}
