import { daysBetween } from '#/lib/format.ts'
import { useUser } from '#/lib/session.ts'

/** Days before the end from which it is shown. */
const SHOWN_DAYS = 5

/**
 * Returns in how many days the subscription, or the trial before it, ends; fewer than 0 once it has
 * ended, null while that is far.
 */
export function useDue(): { days: number; isTrial: boolean } | null {
  const { company } = useUser()
  const days = daysBetween(Date.now(), company.dueDate)
  // A trial ends on the due date; from the first payment on the two dates differ.
  return days < SHOWN_DAYS ? { days, isTrial: company.trialExpiration === company.dueDate } : null
}
