import { isDay } from '@balcao/shared/rules/days.ts'

/** Years ahead that two digits may mean; others lie in the past, as birthdays do. */
const AHEAD = 20

function yearOf(typed: string | undefined, today: string): string {
  const now = Number(today.slice(0, 4))
  if (!typed) return String(now)
  if (typed.length === 4) return typed
  const year = now - (now % 100) + Number(typed)
  return String(year > now + AHEAD ? year - 100 : year)
}

/**
 * Returns the day that somebody typed, as `yyyy-mm-dd`: "28/11/2026", "28.11.26", "28112026",
 * "5/3" (in the year of `today`), "2026-11-28". Returns undefined for anything else, also for a day
 * that does not exist.
 */
export function parseDay(text: string, today: string): string | undefined {
  const typed = text.trim()
  const written =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  const day = written
    ? [yearOf(written[3], today), written[2]!.padStart(2, '0'), written[1]!.padStart(2, '0')].join('-')
    : typed
  return isDay(day) ? day : undefined
}

/** Formats a day `yyyy-mm-dd` as DD/MM/YYYY; any other text stays as it is. */
export const writtenDay = (day: string): string => (isDay(day) ? day.split('-').reverse().join('/') : day)
