/** Calendar days as they are on the wire, `yyyy-mm-dd`: no zone, so no arithmetic on them meets daylight saving. */

/** Days that figures and reports are asked for at most; more is 422 ERR_PERIOD_TOO_LONG with this number. */
export const MOST_DAYS = 366

const DAY_MS = 86_400_000
const MONTH = 7

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Whether a text is a day there is: `2026-02-30` is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text)) && dayAt(timeOf(text)) === text

/** The day so many days later; earlier with a negative number. */
export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * DAY_MS)

/** How many days there are from the first to the last, both taken in. */
export const countDays = (first: string, last: string): number => (timeOf(last) - timeOf(first)) / DAY_MS + 1

/** Every day from the first to the last, both taken in. */
export const eachDay = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, countDays(first, last)) }, (_, i) => addDays(first, i))

/** The first day of the month of a day. */
export const firstOfMonth = (day: string): string => `${day.slice(0, MONTH)}-01`
