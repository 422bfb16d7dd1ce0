import { TZDate } from '@date-fns/tz'
import type { Recurrence } from '../entities/schedule.ts'

const DAY_MS = 86_400_000
const STEP_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 28 * DAY_MS }

/**
 * Returns the `nth` occurrence after the first, at its hour of the wall clock. A month without the
 * day uses its last day.
 */
function occurrence(first: TZDate, recurrence: keyof typeof STEP_MS, nth: number, timeZone: string): number {
  const at = (month: number, day: number) =>
    new TZDate(
      first.getFullYear(),
      month,
      day,
      first.getHours(),
      first.getMinutes(),
      first.getSeconds(),
      first.getMilliseconds(),
      timeZone,
    ).getTime()
  if (recurrence !== 'monthly') return at(first.getMonth(), first.getDate() + nth * (recurrence === 'weekly' ? 7 : 1))
  const month = first.getMonth() + nth
  const lastDay = new Date(Date.UTC(first.getFullYear(), month + 1, 0)).getUTCDate()
  return at(month, Math.min(first.getDate(), lastDay))
}

/**
 * Returns the next occurrence after `after` of a series that begins with `first`; null if it does
 * not recur. Moments are epoch milliseconds. The hour is that of the wall clock, so it survives
 * daylight saving; an hour that does not exist that day moves to the next one.
 */
export function nextOccurrence(first: number, recurrence: Recurrence, after: number, timeZone: string): number | null {
  if (recurrence === 'none') return null
  const start = new TZDate(first, timeZone)
  // The step assumes the shortest month, so this guess is at or after the right one: go back, then
  // on.
  let nth = Math.max(1, Math.ceil((after - first) / STEP_MS[recurrence]))
  while (nth > 1 && occurrence(start, recurrence, nth - 1, timeZone) > after) nth -= 1
  while (occurrence(start, recurrence, nth, timeZone) <= after) nth += 1
  return occurrence(start, recurrence, nth, timeZone)
}
