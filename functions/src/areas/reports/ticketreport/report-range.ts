import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { firstOfMonth } from '@balcao/shared/rules/days.ts'
import { dayRangeOf } from '../day-range.ts'

/** Its days, and its first and last moment in epoch ms. */
type ReportRange = { dateFrom: string; dateTo: string; from: number; to: number }

/** Returns today in a time zone, as `yyyy-mm-dd`. */
const today = (timeZone: string, now: number): string => new Intl.DateTimeFormat('sv', { timeZone }).format(now)

/**
 * Returns the moments (epoch ms) that a report covers, by its days in the company's time zone.
 * Defaults: until today, and from the first of the month of its last day.
 * @throws what `dayRangeOf` throws
 */
export function reportRange(
  given: { dateFrom?: string | undefined; dateTo?: string | undefined },
  timeZone: string,
  now = Date.now(),
): ReportRange {
  const { dateTo = today(timeZone, now) } = given
  const { dateFrom = firstOfMonth(dateTo) } = given
  dayRangeOf(dateFrom, dateTo, ['dateFrom', 'dateTo'])
  return { dateFrom, dateTo, ...dayRange(dateFrom, dateTo, timeZone) }
}
