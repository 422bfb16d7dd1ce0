/**
 * Calendar days as `yyyy-mm-dd` texts: without zone and clock, so that adding a day always gives
 * the next one.
 */

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type View = (typeof VIEWS)[number]

const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns whether a text is an existing day. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at(text)) && textOf(at(text)) === text

export const addDays = (day: string, count: number): string => textOf(at(day) + count * DAY_MS)

/** Returns the same day of another month, or its last one. */
export function addMonths(day: string, count: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

/** Returns the weekday; 0 is Sunday, with which a week begins. */
export const weekdayOf = (day: string): number => new Date(at(day)).getUTCDay()

const startOfWeek = (day: string): string => addDays(day, -weekdayOf(day))

const daysFrom = (first: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(first, i))

/** Returns the days a view shows; for the agenda only its first one. */
export function daysOf(view: View, day: string): string[] {
  switch (view) {
    case 'month': {
      const first = startOfWeek(`${day.slice(0, 7)}-01`)
      const end = addMonths(`${day.slice(0, 7)}-01`, 1)
      const weeks = Math.ceil((at(end) - at(first)) / (7 * DAY_MS))
      return daysFrom(first, weeks * 7)
    }
    case 'week':
      return daysFrom(startOfWeek(day), 7)
    default:
      return [day]
  }
}

/** Returns the first day of the next view, or the one before. */
export function step(view: View, day: string, by: 1 | -1): string {
  if (view === 'month') return addMonths(day, by)
  return addDays(day, view === 'week' ? 7 * by : by)
}

/**
 * Returns the language for dates: days stand before months everywhere in the product, which plain
 * `en` would reverse.
 */
const dayFirst = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** Returns the name of a day or month in a language; `options` are those of Intl. */
export const dayName = (day: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(dayFirst(language), { ...options, timeZone: 'UTC' }).format(at(day))

/** Returns the name of a period, with the parts both days share written once. */
export const periodName = (
  first: string,
  last: string,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  new Intl.DateTimeFormat(dayFirst(language), { ...options, timeZone: 'UTC' }).formatRange(at(first), at(last))

/** An item with its place among others of its time: its lane, and the number of lanes. */
export type Placed<T> = { item: T; start: number; column: number; columns: number }

/**
 * Places items side by side where they would cover one another. Each begins at a minute of the day
 * and is `height` minutes high; items that touch share the width.
 */
export function sideBySide<T>(items: readonly T[], startOf: (item: T) => number, height: number): Placed<T>[] {
  const sorted = items.map(item => ({ item, start: startOf(item) })).sort((a, b) => a.start - b.start)
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let ends: number[] = []
  const close = () => {
    for (const each of group) each.columns = ends.length
    placed.push(...group)
    group = []
    ends = []
  }
  for (const { item, start } of sorted) {
    if (group.length > 0 && Math.max(...ends) <= start) close()
    const free = ends.findIndex(end => end <= start)
    const column = free === -1 ? ends.length : free
    ends[column] = start + height
    group.push({ item, start, column, columns: 1 })
  }
  close()
  return placed
}
