import { SYSTEM } from '@balcao/shared/table.ts'
import { armTimer, minuteOf } from '../../data/timers/timer.ts'

const MINUTES_A_DAY = 1440
/** In UTC: nine in Brasília. */
const BILLING_MINUTE = 12 * 60

/** The minute of the day in which every company is looked at. `now` in epoch milliseconds. */
export const isBillingMinute = (now: number): boolean => minuteOf(now) % MINUTES_A_DAY === BILLING_MINUTE

/** Begins the day's look at every company. It mends what its own timers missed, so a day that is left out does no harm. */
export const beginBilling = (now: number): Promise<void> =>
  armTimer({ type: 'billCompanies', companyId: SYSTEM, after: '', dueAt: now })
