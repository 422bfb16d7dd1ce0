import type { ErrorCode } from '@balcao/shared/errors.ts'
import type { DeliveryTry } from '@balcao/shared/events/queues.ts'
import {
  claimDelivery,
  type DeliveryRow,
  firstInLane,
  getDelivery,
  giveUp,
  putOff,
  wireDelivery,
} from '../data/automation/delivery.ts'
import { silencedBy } from '../data/company/company.ts'
import { enqueueDelivery } from '../messaging/enqueue.ts'
import { publish } from '../realtime/publish.ts'
import { keptUntil } from './schedule.ts'
import { TARGETS } from './targets.ts'
import { tryDelivery } from './try-delivery.ts'

/** Maximum delay of the queue (seconds); a later delivery is found by its address's timer. */
const LONGEST_DELAY = 900

/** Attempts a due delivery. A second message for the same attempt does nothing. */
export async function takeTry({ companyId, deliveryId }: DeliveryTry): Promise<void> {
  const found = await getDelivery(companyId, deliveryId)
  if (found?.status !== 'waiting') return
  if (found.lane !== null) {
    const first = await firstInLane(companyId, found.lane)
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
  const row = await claimDelivery(companyId, deliveryId, now)
  if (!row) return
  const outcome = await tryDelivery(row, await target?.addressOf(companyId, row.targetId))
  if (!outcome) return
  if (outcome.row.lastError !== 'ERR_DELIVERY_TARGET_GONE') await target?.tried?.(outcome.row, !!outcome.answer)
  if (outcome.answer) await target?.answered?.(outcome.row, outcome.answer.body.toString('utf8'))
  await goOn(outcome.row)
}

/** Interval (ms) at which a silenced company is checked again. */
const SILENT_MS = 15 * 60_000

/**
 * Defers a delivery while its address is down, or its company is silenced; at most for as long as
 * it is kept.
 */
async function holdBack(found: DeliveryRow, until: number, reason: ErrorCode): Promise<void> {
  const isOver = until > keptUntil(found.target, found.since)
  const row = await (isOver ? giveUp(found, reason) : putOff(found, until))
  if (!row) return
  await publish(row.companyId, 'delivery', { action: 'update', delivery: wireDelivery(row) })
  await goOn(row)
}

/** Enqueues the next attempt of the same delivery, or the one that waits behind it in its order. */
export async function goOn(row: DeliveryRow): Promise<void> {
  const { companyId, id, status, lane, nextAt } = row
  if (status === 'waiting') {
    const delay = Math.max(0, Math.ceil((nextAt - Date.now()) / 1000))
    if (delay <= LONGEST_DELAY) await enqueueDelivery({ companyId, deliveryId: id }, delay)
    return
  }
  const behind = lane === null ? undefined : await firstInLane(companyId, lane)
  if (behind && behind.id !== id) await enqueueDelivery({ companyId, deliveryId: behind.id })
}
