import { addDays } from '@balcao/shared/rules/days.ts'
import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { dayOf } from '#/lib/format.ts'

/** Returns the due day `yyyy-mm-dd` in the company's time zone, as a form shows it. */
export const dueDayOf = (dueDate: string, timezone: string): string => dayOf(dueDate, timezone)

/**
 * Returns a due date on that day: its last second there. A due date that is already on it stays
 * unchanged, to the millisecond.
 */
export function dueOnDay(day: string, timezone: string, before?: string): string {
  if (before !== undefined && dueDayOf(before, timezone) === day) return before
  return new Date(momentOf(addDays(day, 1), '00:00', timezone) - 1000).toISOString()
}
