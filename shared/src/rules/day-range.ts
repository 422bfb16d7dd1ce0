import { TZDate } from '@date-fns/tz'

/** The first and the last millisecond (epoch) of days `yyyy-mm-dd` in a time zone, both ends included. */
export function dayRange(first: string, last: string, timeZone: string): { from: number; to: number } {
  const at = (day: string, plus: number): number => {
    const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
    return new TZDate(year, month - 1, date + plus, timeZone).getTime()
  }
  return { from: at(first, 0), to: at(last, 1) - 1 }
}
