/**
 * People to whom an official number wrote first, counted by hour: Meta limits them within any 24
 * hours (*Messaging limits*), not by the calendar's day. Pure; times are epoch milliseconds.
 */

/** An hour (epoch milliseconds of its beginning) and the people written to in it. */
export type HourCount = readonly [hour: number, count: number]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Returns the hours of which a part lies within the last 24 hours. */
const recent = (hours: readonly HourCount[], now: number): HourCount[] =>
  hours.filter(([hour]) => hour + HOUR > now - DAY)

/** Returns the number of people of the last 24 hours, those of the whole oldest hour included. */
export const startedSince = (hours: readonly HourCount[], now: number): number =>
  recent(hours, now).reduce((sum, [, count]) => sum + count, 0)

/** Adds a person who is written to now, and forgets the hours that count no more. */
export function withStarted(hours: readonly HourCount[], now: number): HourCount[] {
  const hour = Math.floor(now / HOUR) * HOUR
  const others = recent(hours, now)
  const counted = others.find(([at]) => at === hour)?.[1] ?? 0
  return [...others.filter(([at]) => at !== hour), [hour, counted + 1]]
}

/** Returns when the next person may be written to: enough of the oldest hours count no more. */
export function freeAgainAt(hours: readonly HourCount[], limit: number, now: number): number {
  const counting = recent(hours, now).sort(([a], [b]) => a - b)
  let left = counting.reduce((sum, [, count]) => sum + count, 0)
  for (const [hour, count] of counting) {
    if (left < limit) break
    left -= count
    if (left < limit) return hour + HOUR + DAY
  }
  return left < limit ? now : now + DAY
}
