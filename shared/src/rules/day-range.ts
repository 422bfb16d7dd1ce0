import { TZDate } from '@date-fns/tz'

/** Moments (epoch ms) of thirteen digits, the next one too: keys are texts, in the order of time only with as many digits. */
const FIRST = 1_000_000_000_000
const LAST = 9_999_999_999_998

/**
 * The first and the last millisecond (epoch) of days `yyyy-mm-dd` in a time zone, both ends included; between 2001 and 2286, since
 * nothing of ours is older or will be newer.
 */
export function dayRange(first: string, last: string, timeZone: string): { from: number; to: number } {
  const at = (day: string, plus: number): number => {
    const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
    return new TZDate(year, month - 1, date + plus, timeZone).getTime()
  }
  const within = (moment: number): number => Math.min(LAST, Math.max(FIRST, moment))
  return { from: within(at(first, 0)), to: within(at(last, 1) - 1) }
}
