import { addDays } from '@balcao/shared/rules/days.ts'
import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { dayOf } from '#/lib/format.ts'

/** The day `yyyy-mm-dd` a company is due, as it says itself, and a form shows it. */
export const dueDayOf = (dueDate: string, timezone: string): string => dayOf(dueDate, timezone)

/** A due date on that day: its last second there. What is due on it already stays as it is, to the millisecond. */
export function dueOnDay(day: string, timezone: string, before?: string): string {
  if (before !== undefined && dueDayOf(before, timezone) === day) return before
  return new Date(momentOf(addDays(day, 1), '00:00', timezone) - 1000).toISOString()
}
