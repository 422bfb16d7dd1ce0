import type { DeliveryTry } from '@balcao/shared/events/queues.ts'
import { claimDelivery, type DeliveryRow, firstInLane, getDelivery } from '../data/automation/delivery.ts'
import { enqueueDelivery } from '../messaging/enqueue.ts'
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
  const row = await claimDelivery(companyId, deliveryId, Date.now())
  if (!row) return
  const target = TARGETS[row.target]
  const outcome = await tryDelivery(row, await target?.addressOf(companyId, row.targetId))
  if (!outcome) return
  if (outcome.answer) await target?.answered?.(outcome.row, outcome.answer.body.toString('utf8'))
  await goOn(outcome.row)
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
