import type { Timer } from '@balcao/shared/events/queues.ts'
import { confirmCharge, endCharge } from '../../billing/confirm-charge.ts'
import { getCharge } from '../../data/company/billing.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { logger } from '../../http/logger.ts'
import { PixError } from '../../integrations/pix/pix-error.ts'

/** Between two questions at least, and at most; in between half of the charge's age. */
const LEAST_MS = 60_000
const MOST_MS = 60 * 60_000
/** A charge that has run out is asked about so long still: what was paid in its last moment may be booked later. */
const BEHIND_MS = 2 * 60 * 60_000

type AskTimer = Extract<Timer, { type: 'askCharge' }>

/**
 * Asks the bank about a charge: because it said something, or because it may have said so and nobody heard. As long as the charge can be
 * paid the timer comes again, ever more rarely. While the bank is out of reach a question that was answered by nothing is put again by
 * the queue, and the timer by its next moment.
 */
export async function askCharge(timer: AskTimer, now: number): Promise<void> {
  const { companyId, txid, once } = timer
  const charge = await getCharge(companyId, txid)
  if (!charge) return
  const isOver = now > charge.expiresAt + BEHIND_MS
  try {
    const standing = await confirmCharge(companyId, txid, now)
    if (standing === 'settled') return
    if (standing === 'gone' || isOver) return await endCharge(companyId, txid)
  } catch (error) {
    if (once || !(error instanceof PixError)) throw error
    logger.warn('the bank cannot say whether a charge was paid', { companyId, txid, reason: error.code })
    if (isOver) return
  }
  if (once) return
  const pause = Math.min(MOST_MS, Math.max(LEAST_MS, Math.floor((now - charge.createdAt) / 2)))
  await armTimer({ ...timer, dueAt: now + pause })
}
