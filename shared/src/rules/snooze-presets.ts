import { TZDate } from '@date-fns/tz'
import { isDay } from './days.ts'

const HOUR_MS = 3_600_000
const MORNING = 9

/**
 * Returns the usual moments (epoch milliseconds) to snooze a ticket until, by the clock of a time
 * zone; the next Monday is never today.
 */
export function snoozePresets(now: number, timeZone: string): { inAnHour: number; tomorrow: number; monday: number } {
  const today = new TZDate(now, timeZone)
  const morningIn = (days: number): number =>
    new TZDate(today.getFullYear(), today.getMonth(), today.getDate() + days, MORNING, timeZone).getTime()
  return {
    inAnHour: now + HOUR_MS,
    tomorrow: morningIn(1),
    monday: morningIn((8 - today.getDay()) % 7 || 7),
  }
}

/**
 * Returns the moment (epoch milliseconds) at which the clock of a time zone shows
 * `yyyy-mm-ddThh:mm`; undefined if the text is no time.
 */
export function momentIn(local: string, timeZone: string): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)/.exec(local)
  // The clock would show another day or hour for what does not exist.
  if (!found || !isDay(local.slice(0, 10))) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number)
  return new TZDate(year, month - 1, day, hour, minute, timeZone).getTime()
}
