import { TZDate } from '@date-fns/tz'

/**
 * Bounds of moments (epoch milliseconds) with thirteen digits: keys are texts, which sort by time
 * only if all have as many digits.
 */
const FIRST = 1_000_000_000_000
const LAST = 9_999_999_999_998

/**
 * Returns the first and the last millisecond (epoch) of days `yyyy-mm-dd` in a time zone, both
 * included; clamped to 2001–2286, since no row is older or newer.
 */
export function dayRange(first: string, last: string, timeZone: string): { from: number; to: number } {
  const at = (day: string, plus: number): number => {
    const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
    return new TZDate(year, month - 1, date + plus, timeZone).getTime()
  }
  const within = (moment: number): number => Math.min(LAST, Math.max(FIRST, moment))
  return { from: within(at(first, 0)), to: within(at(last, 1) - 1) }
}
