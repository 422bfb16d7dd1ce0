import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { dayOf } from '#/lib/format.ts'

const HOUR_MS = 3_600_000

/** The day `yyyy-mm-dd` a company is due, as it says itself, and a form shows it. */
export const dueDayOf = (dueDate: string, timezone: string): string => dayOf(dueDate, timezone)

/** A due date on that day: its last second there. What is due on it already stays as it is, to the millisecond. */
export function dueOnDay(day: string, timezone: string, before?: string): string {
  if (before !== undefined && dueDayOf(before, timezone) === day) return before
  const last = new Date(momentOf(day, '23:59', timezone) + 59_000)
  // Where clocks go forward over midnight the day's last hour does not come.
  if (dueDayOf(last.toISOString(), timezone) !== day) last.setTime(last.getTime() - HOUR_MS)
  // Where clocks go back at midnight the day has that hour twice.
  if (dueDayOf(new Date(last.getTime() + 1000).toISOString(), timezone) === day) last.setTime(last.getTime() + HOUR_MS)
  return last.toISOString()
}
