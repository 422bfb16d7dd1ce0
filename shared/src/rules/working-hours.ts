import { TZDate } from '@date-fns/tz'
import { WEEKDAYS, type WeekdaySchedule } from '../entities/working-hours.ts'

/** Local wall clock of a moment: weekday (0 = Monday) and minutes since midnight. */
function wallClock(at: number, timeZone: string): { day: number; minutes: number } {
  const local = new TZDate(at, timeZone)
  return { day: (local.getDay() + 6) % 7, minutes: local.getHours() * 60 + local.getMinutes() }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Whether a moment (epoch ms) lies within working hours, read on the wall clock of `timeZone`, so that daylight saving
 * moves nothing. The start is inside, the end is not; an end before the start reaches into the next day; equal start and
 * end are a closed day. No hours at all: always open.
 */
export function isWithinHours(schedules: readonly WeekdaySchedule[], at: number, timeZone: string): boolean {
  if (schedules.length === 0) return true
  const { day, minutes } = wallClock(at, timeZone)
  const hours = (index: number) => {
    const schedule = schedules.find(({ weekdayEn }) => weekdayEn === WEEKDAYS[(index + 7) % 7])
    return schedule && { start: minutesOf(schedule.startTime), end: minutesOf(schedule.endTime) }
  }
  const today = hours(day)
  if (today && today.start < today.end && minutes >= today.start && minutes < today.end) return true
  if (today && today.start > today.end && minutes >= today.start) return true
  const yesterday = hours(day - 1)
  return yesterday !== undefined && yesterday.start > yesterday.end && minutes < yesterday.end
}

/** The calendar day of a moment in a zone, `2026-11-20`. */
export function localDay(at: number, timeZone: string): string {
  const local = new TZDate(at, timeZone)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}

/** The time of day of a moment in a zone, `HH:mm`. */
export function localTime(at: number, timeZone: string): string {
  const { minutes } = wallClock(at, timeZone)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** The moment (epoch ms) of a day `yyyy-mm-dd` and a time `HH:mm` in a zone; where clocks skip that time, as much later. */
export function momentOf(day: string, time: string, timeZone: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new TZDate(year, month - 1, date, hours, minutes, timeZone).getTime()
}
