import type { Timer } from '@balcao/shared/events/queues.ts'
import { confirmCharge, endCharge } from '../../billing/confirm-charge.ts'
import { getCharge } from '../../data/company/billing.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { logger } from '../../http/logger.ts'
import { PixError } from '../../integrations/pix/pix-error.ts'

/** Minimum and maximum time between two questions; in between it is half of the charge's age. */
const MIN_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 60 * 60_000
/**
 * Time after its expiry for which a charge is still asked about: a payment of its last moment may
 * be booked later.
 */
const BEHIND_MS = 2 * 60 * 60_000

type AskTimer = Extract<Timer, { type: 'askCharge' }>

/**
 * Asks the bank about a charge, either because the bank sent a notice or because a notice may have
 * been lost. As long as the charge can be paid the timer fires again, ever more rarely. While the
 * bank is unreachable, a question caused by a notice is retried by the queue, and the timer's by
 * its next time.
 */
export async function askCharge(timer: AskTimer, now: number): Promise<void> {
  const { companyId, txid, once } = timer
  const charge = await getCharge(companyId, txid)
  if (!charge) return
  const isOver = now > charge.expiresAt + BEHIND_MS
  try {
    const state = await confirmCharge(companyId, txid, now)
    if (state === 'settled') return
    if (state === 'gone' || isOver) return await endCharge(companyId, txid)
  } catch (error) {
    if (once || !(error instanceof PixError)) throw error
    logger.warn('the bank cannot say whether a charge was paid', { companyId, txid, reason: error.code })
    if (isOver) return
  }
  if (once) return
  const pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, Math.floor((now - charge.createdAt) / 2)))
  await armTimer({ ...timer, dueAt: now + pause })
}
