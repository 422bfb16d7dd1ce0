/** Values of another system's columns, which are texts or null, whatever the column's type is. */
import { CUT_MARK, cutText, TEXT_LIMIT, wellFormed } from '../cut-text.ts'
import type { Change, Refusal } from './record.ts'

/** Outcome of one row. */
export type Mapped<R> = { record: R; changes: ChangeNote[] } | { refusal: Refusal; detail?: string }
/** Reason for which a taken row is not as it was, with the value concerned. */
export type ChangeNote = { reason: Change; detail?: string }

const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(?:Z|UTC|([+-])(\d\d)(?::?(\d\d))?(?::\d\d)?)?$/
/** First and last year that such systems' rows can have. */
const YEARS = [2005, 2099] as const
const HOUR_MS = 3_600_000

/**
 * Reads a time as PostgreSQL and MySQL print it; without a zone it is UTC, as these systems store
 * it. Null for anything else, such as `0000-00-00`, `infinity`, the 31st of February, or a year
 * outside of this century.
 */
export function instantOf(text: string | null): number | null {
  const found = text === null ? null : MOMENT.exec(text)
  if (!found) return null
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    sign,
    zoneHours,
    zoneMinutes = '0',
  ] = found
  if (Number(year) < YEARS[0] || Number(year) > YEARS[1]) return null
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (!new Date(date).toISOString().startsWith(`${year}-${month}-${day}`)) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const zone = sign ? (Number(zoneHours) + Number(zoneMinutes) / 60) * HOUR_MS * (sign === '-' ? 1 : -1) : 0
  return date + Number(hour) * HOUR_MS + Number(minute) * 60_000 + Number(second) * 1000 + ms + zone
}

/** Time (ms) by which a past date may lie ahead: clocks and zones differ. */
const TOLERANCE_MS = 24 * HOUR_MS
/** Mark before a date that lies ahead: it is no date then, and sorts below all of them. */
const AHEAD = '!'

/** Returns whether something that was lies more than a day ahead: a clock was wrong. */
export const liesAhead = (at: number, now: number): boolean => at > now + TOLERANCE_MS

/** Marks the date of something that was if it lies ahead. */
export function withoutAhead(text: string | null, now: number): string | null {
  const at = instantOf(text)
  return at !== null && liesAhead(at, now) ? `${AHEAD}${text}` : text
}

/** Returns whether a date was marked by `withoutAhead`. */
export const isAhead = (text: string | null): boolean => text?.startsWith(AHEAD) === true

/** Reads a truth value: `t`, `1`, `true`. */
export const flagOf = (text: string | null): boolean => text !== null && /^(t|true|1|y|yes|on|enabled)$/i.test(text)

/** Reads a whole number; null if it is none. */
export function wholeNumberOf(text: string | null): number | null {
  if (text === null || !/^-?\d{1,15}$/.test(text.trim())) return null
  return Number(text)
}

/** Reads an object or list of JSON, also one that was stored as a JSON text; null otherwise. */
export function jsonOf(text: string | null): unknown {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? jsonOf(value) : typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Returns an object's field as a text, if it is one. */
export function textIn(given: unknown, ...path: string[]): string | undefined {
  const value = fieldIn(given, ...path)
  return typeof value === 'string' ? value : undefined
}

/** Returns what lies at a path of nested objects. */
export function fieldIn(given: unknown, ...path: string[]): unknown {
  let value = given
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** Returns a name on one line, cut to the length that a row shows. */
export const nameIn = (text: string | null, limit = 200): string =>
  cutText((text ?? '').replace(/\s+/g, ' ').trim(), limit).trim()

/** Returns a name as `nameIn` does, and notes what was lost. */
export function nameWith(text: string | null, changes: ChangeNote[], limit = 200): string {
  const name = nameIn(text, limit)
  const whole = nameIn(text, Number.POSITIVE_INFINITY)
  if (whole.length > limit) changes.push({ reason: 'textCut', detail: String(whole.length) })
  if (name.includes('\ufffd')) changes.push({ reason: 'badText' })
  return name
}

/** Returns a text within a limit, that of a message, and notes what was lost. */
export function bodyIn(text: string, changes: ChangeNote[], limit = TEXT_LIMIT): string {
  const whole = wellFormed(text)
  if (whole.includes('\ufffd')) changes.push({ reason: 'badText' })
  if (text.length <= limit) return whole
  changes.push({ reason: 'textCut', detail: String(text.length) })
  return cutText(text, limit, CUT_MARK)
}

const EMAIL = /^[^\s@<>"(),:;\\\ufffd]+@[^\s@<>"(),:;\\\ufffd]+\.[^\s@<>"(),:;\\\ufffd]+$/

/** Returns an address in lower case; empty if it is none. */
export function emailIn(text: string | null): string {
  const email = (text ?? '').trim().toLowerCase()
  return email.length <= 254 && EMAIL.test(email) ? email : ''
}

/** Returns a colour as `#rrggbb`; grey if it is none, which is noted. */
export function colorIn(text: string | null, changes: ChangeNote[]): string {
  const color = (text ?? '').trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(color)) return color
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color)
  if (short)
    return `#${short
      .slice(1)
      .map(sign => sign + sign)
      .join('')}`
  if (color !== '') changes.push({ reason: 'badValue', detail: `color ${cutText(color, 40)}` })
  return '#7c7c7c'
}
