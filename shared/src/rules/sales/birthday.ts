/** Moments of birthday messages: at nine, in the company's time zone (decision 0023). */
import { TZDate } from '@date-fns/tz'
import { addDays, isDay } from '../days.ts'
import { localDay } from '../working-hours.ts'

const HOUR = 9
const LEAP_DAY = '02-29'

/**
 * Returns the birthdays, as `MM-DD`, that are kept on a day `yyyy-mm-dd`: 29 February is kept on
 * the 28th in other years.
 */
export function birthdaysOf(day: string): string[] {
  const date = day.slice(5)
  return date === '02-28' && !isDay(`${day.slice(0, 4)}-${LEAP_DAY}`) ? [date, LEAP_DAY] : [date]
}

/** Returns the moment (epoch milliseconds) at which customers are congratulated on a day. */
export function congratulationMoment(day: string, timeZone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, date, HOUR, timeZone).getTime()
}

/** Returns the next day whose moment has not come at `now` (epoch milliseconds). */
export function nextCongratulation(now: number, timeZone: string): { day: string; dueAt: number } {
  const today = localDay(now, timeZone)
  const dueAt = congratulationMoment(today, timeZone)
  if (dueAt > now) return { day: today, dueAt }
  const day = addDays(today, 1)
  return { day, dueAt: congratulationMoment(day, timeZone) }
}
