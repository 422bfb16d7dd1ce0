/** Dates given as a day in the company's time zone, `yyyy-mm-dd`, or as an ISO 8601 instant. */
import { dayRange } from './day-range.ts'
import { isDay } from './days.ts'
import { localDay } from './working-hours.ts'

/** Returns the instant, or the first instant of the day. */
export const startInstant = (date: string, timeZone: string): string =>
  new Date(isDay(date) ? dayRange(date, date, timeZone).from : date).toISOString()

/** Returns the instant, or the end of the day: the first instant of the next day. */
export const endInstant = (date: string, timeZone: string): string =>
  new Date(isDay(date) ? dayRange(date, date, timeZone).to + 1 : date).toISOString()

/** Returns the day, or the day that contains the instant. */
export const dayOfDate = (date: string, timeZone: string): string =>
  isDay(date) ? date : localDay(Date.parse(date), timeZone)
