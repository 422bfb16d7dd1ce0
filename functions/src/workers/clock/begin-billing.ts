import { SYSTEM } from '@balcao/shared/table.ts'
import { armTimer, minuteOf } from '../../data/timers/timer.ts'

const MINUTES_A_DAY = 1440
/** Minute of the day in UTC: nine o'clock in Brasília. */
const BILLING_MINUTE = 12 * 60

/**
 * Returns whether every company is checked in this minute of the day. `now` is in epoch
 * milliseconds.
 */
export const isBillingMinute = (now: number): boolean => minuteOf(now) % MINUTES_A_DAY === BILLING_MINUTE

/**
 * Begins the daily check of every company. It repairs what the companies' own timers missed, so a
 * skipped day does no harm.
 */
export const beginBilling = (now: number): Promise<void> =>
  armTimer({ type: 'billCompanies', companyId: SYSTEM, after: '', dueAt: now })
