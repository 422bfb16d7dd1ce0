import { TZDate } from '@date-fns/tz'
import { WEEKDAYS, type WeekdaySchedule } from '../entities/working-hours.ts'

/** Returns the local wall clock of a moment: weekday (0 = Monday) and minutes since midnight. */
function wallClock(at: number, timeZone: string): { day: number; minutes: number } {
  const local = new TZDate(at, timeZone)
  return { day: (local.getDay() + 6) % 7, minutes: local.getHours() * 60 + local.getMinutes() }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Fields of a holiday that give its hours: times of day, or null for a closed day. */
export type HolidayHours = { date: string; startTime: string | null; endTime: string | null }

const DAY_MS = 86_400_000
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/** Minutes since midnight of the first day; an end before the start is on the next day. */
type Hours = { start: number; end: number }

/**
 * Returns whether a moment (epoch milliseconds) lies within working hours on the wall clock of
 * `timeZone`, so that daylight saving moves nothing. The start is included, the end is not; an end
 * before the start is on the next day; equal start and end mean a closed day. Without any hours it
 * is always open. The hours of a holiday, or none, replace all hours that would begin on its date:
 * hours of the evening before continue into it, and its own continue into the next day.
 */
export function isWithinHours(
  schedules: readonly WeekdaySchedule[],
  at: number,
  timeZone: string,
  holidays: readonly HolidayHours[] = [],
): boolean {
  const { day, minutes } = wallClock(at, timeZone)
  const hoursOf = (date: string, weekday: number): Hours | undefined => {
    const holiday = holidays.find(each => each.date === date)
    if (!holiday && schedules.length === 0) return { start: 0, end: 1440 }
    const schedule = holiday ?? schedules.find(({ weekdayEn }) => weekdayEn === WEEKDAYS[(weekday + 7) % 7])
    return schedule?.startTime && schedule.endTime
      ? { start: minutesOf(schedule.startTime), end: minutesOf(schedule.endTime) }
      : undefined
  }
  const date = localDay(at, timeZone)
  const today = hoursOf(date, day)
  if (today && today.start < today.end && minutes >= today.start && minutes < today.end) return true
  if (today && today.start > today.end && minutes >= today.start) return true
  const yesterday = hoursOf(dayBefore(date), day - 1)
  return yesterday !== undefined && yesterday.start > yesterday.end && minutes < yesterday.end
}

/** Returns the calendar day of a moment in a zone, `2026-11-20`. */
export function localDay(at: number, timeZone: string): string {
  const local = new TZDate(at, timeZone)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}

/** Returns the time of day of a moment in a zone, `HH:mm`. */
export function localTime(at: number, timeZone: string): string {
  const { minutes } = wallClock(at, timeZone)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/**
 * Returns the moment (epoch milliseconds) of a day `yyyy-mm-dd` and a time `HH:mm` in a zone; a
 * time that the clocks skip becomes as much later.
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime()
}
