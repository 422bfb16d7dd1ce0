import type { WeekdaySchedule } from '../../entities/working-hours.ts'
import { addDays } from '../days.ts'
import { type HolidayHours, isWithinHours, localDay, momentOf } from '../working-hours.ts'

/** Working hours on the wall clock of a zone, with the holidays that replace them. */
export type WorkingCalendar = {
  schedules: readonly WeekdaySchedule[]
  holidays: readonly HolidayHours[]
  timeZone: string
}

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** Days without an open minute after which a calendar is taken for one that never opens. */
const MAX_CLOSED_DAYS = 400

type Span = { from: number; to: number }

/**
 * Returns the moments of a day between which it is either open or closed throughout. On a day on
 * which the clocks change these are all its minutes: a time of day may come twice or not at all.
 */
function marksOf(day: string, { schedules, holidays, timeZone }: WorkingCalendar): number[] {
  const from = momentOf(day, '00:00', timeZone)
  const to = momentOf(addDays(day, 1), '00:00', timeZone)
  if (to - from !== DAY_MS) return Array.from({ length: (to - from) / MINUTE_MS + 1 }, (_, i) => from + i * MINUTE_MS)
  const times = [...schedules, ...holidays].flatMap(({ startTime, endTime }) => [startTime, endTime])
  const inside = new Set(times.filter(time => time !== null && time !== '24:00') as string[])
  return [...new Set([from, ...[...inside].map(time => momentOf(day, time, timeZone)), to])].sort((a, b) => a - b)
}

/** Yields the spans of working time from a moment on, day by day; one without any is left out. */
function* spansFrom(from: number, calendar: WorkingCalendar): Generator<Span> {
  const { schedules, holidays, timeZone } = calendar
  let closed = 0
  for (let day = localDay(from, timeZone); closed <= MAX_CLOSED_DAYS; day = addDays(day, 1)) {
    const marks = marksOf(day, calendar)
    closed += 1
    for (const [i, mark] of marks.slice(0, -1).entries()) {
      const span = { from: Math.max(mark, from), to: marks[i + 1]! }
      if (span.to <= span.from || !isWithinHours(schedules, mark, timeZone, holidays)) continue
      closed = 0
      yield span
    }
  }
}

/** Returns the end of the first span of working time from a moment on, at most that of its day. */
export function endOfSpan(from: number, calendar: WorkingCalendar): number | null {
  for (const span of spansFrom(from, calendar)) return span.to
  return null
}

/**
 * Returns the moment (epoch ms) at which `ms` of working time have passed since `from`. An end of
 * the working hours counts as reached, not the next beginning.
 * @returns null if the calendar is closed for more than a year on end
 */
export function afterWorkingTime(from: number, ms: number, calendar: WorkingCalendar): number | null {
  let left = ms
  for (const span of spansFrom(from, calendar)) {
    if (left <= span.to - span.from) return span.from + left
    left -= span.to - span.from
  }
  return null
}
