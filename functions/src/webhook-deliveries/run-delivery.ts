import type { ErrorCode } from '@balcao/shared/errors.ts'
import type { DeliveryAttempt } from '@balcao/shared/events/queues.ts'
import {
  abandon,
  claimWebhookDelivery,
  firstInOrder,
  getWebhookDelivery,
  postpone,
  type WebhookDeliveryRow,
  wireWebhookDelivery,
} from '../data/automation/webhook-delivery.ts'
import { silencedBy } from '../data/company/company.ts'
import { enqueueWebhookDelivery } from '../messaging/enqueue.ts'
import { publish } from '../realtime/publish.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { keptUntil } from './schedule.ts'
import { TARGETS } from './targets.ts'

/** Maximum delay of the queue (seconds); a later delivery is found by its address's timer. */
const MAX_DELAY_S = 900

/** Attempts a due delivery. A second message for the same attempt does nothing. */
export async function runDelivery({ companyId, deliveryId }: DeliveryAttempt): Promise<void> {
  const found = await getWebhookDelivery(companyId, deliveryId)
  if (found?.status !== 'waiting') return
  if (found.lane !== null) {
    const first = await firstInOrder(companyId, found.lane)
    // An earlier delivery, when it ends, enqueues this one.
    if (first && first.id < found.id) return
  }
  const now = Date.now()
  if (found.nextAt > now || found.claimedUntil > now) return
  const silence = await silencedBy(companyId)
  if (silence) return holdBack(found, now + SILENT_MS, silence)
  const target = TARGETS[found.target]
  const until = await target?.heldUntil?.(companyId, found.targetId, now)
  if (until !== undefined) return holdBack(found, until, 'ERR_DELIVERY_ADDRESS_DOWN')
  const row = await claimWebhookDelivery(companyId, deliveryId, now)
  if (!row) return
  const outcome = await attemptDelivery(row, await target?.addressOf(companyId, row.targetId))
  if (!outcome) return
  if (outcome.row.lastError !== 'ERR_DELIVERY_TARGET_GONE') await target?.attempted?.(outcome.row, !!outcome.answer)
  if (outcome.answer) await target?.answered?.(outcome.row, outcome.answer.body.toString('utf8'))
  await scheduleNext(outcome.row)
}

/** Interval (ms) at which a silenced company is checked again. */
const SILENT_MS = 15 * 60_000

/**
 * Defers a delivery while its address is down, or its company is silenced; at most for as long as
 * it is kept.
 */
async function holdBack(found: WebhookDeliveryRow, until: number, reason: ErrorCode): Promise<void> {
  const isOver = until > keptUntil(found.target, found.since)
  const row = await (isOver ? abandon(found, reason) : postpone(found, until))
  if (!row) return
  await publish(row.companyId, 'delivery', { action: 'update', delivery: wireWebhookDelivery(row) })
  await scheduleNext(row)
}

/** Enqueues the next attempt of the same delivery, or the one that waits behind it in its order. */
export async function scheduleNext(row: WebhookDeliveryRow): Promise<void> {
  const { companyId, id, status, lane: orderKey, nextAt } = row
  if (status === 'waiting') {
    const delay = Math.max(0, Math.ceil((nextAt - Date.now()) / 1000))
    if (delay <= MAX_DELAY_S) await enqueueWebhookDelivery({ companyId, deliveryId: id }, delay)
    return
  }
  const behind = orderKey === null ? undefined : await firstInOrder(companyId, orderKey)
  if (behind && behind.id !== id) await enqueueWebhookDelivery({ companyId, deliveryId: behind.id })
}
