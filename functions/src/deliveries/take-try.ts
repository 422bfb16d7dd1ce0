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

/** The longest delay of the queue (seconds); what is due later is found by its address's timer. */
const LONGEST_DELAY = 900

/** Tries a delivery that is due. One that comes twice does nothing the second time. */
export async function takeTry({ companyId, deliveryId }: DeliveryTry): Promise<void> {
  const found = await getDelivery(companyId, deliveryId)
  if (found?.status !== 'waiting') return
  if (found.lane !== null) {
    const first = await firstInLane(companyId, found.lane)
    // Whoever ends before it asks for it then.
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

/** While a company may not speak it is looked so often (ms) whether it may again. */
const SILENT_MS = 15 * 60_000

/** Its address is down, or its company may not speak: it waits with the others, and no longer than it is kept. */
async function holdBack(found: DeliveryRow, until: number, reason: ErrorCode): Promise<void> {
  const isOver = until > keptUntil(found.target, found.since)
  const row = await (isOver ? giveUp(found, reason) : putOff(found, until))
  if (!row) return
  await publish(row.companyId, 'delivery', { action: 'update', delivery: wireDelivery(row) })
  await goOn(row)
}

/** Asks for the next try of the same, or for who waits behind it in its lane. */
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
