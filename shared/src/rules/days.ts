/**
 * Calendar days as they are on the wire, `yyyy-mm-dd`: they have no zone, so arithmetic on them
 * never meets daylight saving.
 */

/** Maximum days of figures and reports; more is 422 ERR_PERIOD_TOO_LONG with this number. */
export const MAX_DAYS = 366

const DAY_MS = 86_400_000
const MONTH = 7

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns whether a text is an existing day: `2026-02-30` is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayAt(timeOf(text)) === text

/** Returns a day as Portuguese and Spanish write it: `30/11/2026`. */
export const dayText = (day: string): string => day.split('-').reverse().join('/')

/** Returns the day so many days later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * DAY_MS)

/** Returns the number of days from the first to the last, both included. */
export const countDays = (first: string, last: string): number => (timeOf(last) - timeOf(first)) / DAY_MS + 1

/** Returns every day from the first to the last, both included. */
export const eachDay = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, countDays(first, last)) }, (_, i) => addDays(first, i))

/** Returns the first day of the month of a day. */
export const firstOfMonth = (day: string): string => `${day.slice(0, MONTH)}-01`
