import { tzOffset } from '@date-fns/tz'

/** Span in milliseconds within which no zone ever changed its offset. */
const SPAN_MS = 15 * 60_000
const MAX_CACHED = 2000

/**
 * Returns a function that gives the clock time of a zone as a date with the same UTC fields:
 * spreadsheet times have no zone. Offsets are cached, since finding one costs as much as writing
 * its row.
 */
export function wallClocks(timeZone: string): (at: number) => Date {
  const offsets = new Map<number, number>()
  return at => {
    const span = Math.floor(at / SPAN_MS)
    let minutes = offsets.get(span)
    if (minutes === undefined) {
      if (offsets.size >= MAX_CACHED) offsets.clear()
      minutes = tzOffset(timeZone, new Date(span * SPAN_MS))
      offsets.set(span, minutes)
    }
    return new Date(at + minutes * 60_000)
  }
}
