import { tzOffset } from '@date-fns/tz'

/** No zone has ever changed its offset within one of these. */
const SPAN_MS = 15 * 60_000
const MOST_KEPT = 2000

/**
 * What the clock of a time zone shows, as a date whose UTC fields are those of that clock: for spreadsheets, whose times know
 * no zone. Keeps offsets, since finding one costs as much as writing the row it is for.
 */
export function wallClocks(timeZone: string): (at: number) => Date {
  const offsets = new Map<number, number>()
  return at => {
    const span = Math.floor(at / SPAN_MS)
    let minutes = offsets.get(span)
    if (minutes === undefined) {
      if (offsets.size >= MOST_KEPT) offsets.clear()
      minutes = tzOffset(timeZone, new Date(span * SPAN_MS))
      offsets.set(span, minutes)
    }
    return new Date(at + minutes * 60_000)
  }
}
