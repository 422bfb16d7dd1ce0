import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOccurrence } from './next-occurrence.ts'

const at = (text: string) => Date.parse(text)
const shown = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())

const ZONES = ['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const RECURRING = ['daily', 'weekly', 'monthly'] as const

const anyTime = fc.record({
  first: fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2045-01-01T00:00:00Z') }),
  /** Milliseconds ahead, at most twelve years. */
  on: fc.integer({ min: 0, max: 12 * 366 * 86_400_000 }),
  zone: fc.constantFrom(...ZONES),
  recurrence: fc.constantFrom(...RECURRING),
})

/** Generates some years of a recurrence, in order. */
function* times(first: number, recurrence: (typeof RECURRING)[number], zone: string) {
  for (let now = first, i = 0; i < 30; i++) {
    now = nextOccurrence(first, recurrence, now, zone)!
    yield now
  }
}

describe('nextOccurrence', () => {
  it('is none where nothing recurs', () => {
    expect(nextOccurrence(0, 'none', 0, 'UTC')).toBeNull()
  })

  it('is the same hour a day, a week, a month later', () => {
    const first = at('2026-11-22T12:30:00Z')
    const next = (recurrence: (typeof RECURRING)[number]) =>
      shown(nextOccurrence(first, recurrence, first, 'America/Sao_Paulo'))
    expect(next('daily')).toBe('2026-11-23T12:30:00.000Z')
    expect(next('weekly')).toBe('2026-11-29T12:30:00.000Z')
    expect(next('monthly')).toBe('2026-12-22T12:30:00.000Z')
  })

  it('is the last day of a month that has not the day, and the day again afterwards', () => {
    const first = at('2027-12-31T15:00:00Z')
    const days = [...times(first, 'monthly', 'America/Sao_Paulo')].slice(0, 5).map(time => shown(time)!.slice(0, 10))
    expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
  })

  it('keeps the hour of the wall clock when clocks are changed', () => {
    // In Lisbon clocks go forward at 01:00 of 28 March 2027, and back on 31 October.
    const first = at('2027-03-27T09:00:00Z')
    expect(shown(nextOccurrence(first, 'daily', first, 'Europe/Lisbon'))).toBe('2027-03-28T08:00:00.000Z')
    const autumn = at('2027-10-30T08:00:00Z')
    expect(shown(nextOccurrence(autumn, 'daily', autumn, 'Europe/Lisbon'))).toBe('2027-10-31T09:00:00.000Z')
  })

  it('is the hour after where the hour does not exist that day, and the hour itself the day after', () => {
    const first = at('2027-03-27T01:30:00Z')
    const next = [...times(first, 'daily', 'Europe/Lisbon')].slice(0, 2).map(shown)
    expect(next).toEqual(['2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z'])
    expect(new TZDate(at(next[0]!), 'Europe/Lisbon').getHours()).toBe(2)
  })

  it('is the first behind a moment, whichever that is', () => {
    fc.assert(
      fc.property(anyTime, ({ first, on, zone, recurrence }) => {
        const after = first + on
        const next = nextOccurrence(first, recurrence, after, zone)!
        expect(next).toBeGreaterThan(after)
        // The same occurrence, found by counting from the first.
        if (recurrence !== 'daily' || on < 30 * 86_400_000) {
          const all = [...times(first, recurrence, zone)]
          if (all.at(-1)! > after) expect(next).toBe(all.find(time => time > after))
        }
        // No occurrence lies between: the previous one is not after the moment.
        const longest = { daily: 26, weekly: 7 * 24 + 2, monthly: 31 * 24 + 2 }[recurrence] * 3_600_000
        expect(next - after).toBeLessThanOrEqual(longest)
      }),
      { numRuns: 60 },
    )
  })

  it('has the hour of the first, its day of the week or of the month, in any zone', () => {
    fc.assert(
      fc.property(anyTime, ({ first, on, zone, recurrence }) => {
        const [start, next] = [first, nextOccurrence(first, recurrence, first + on, zone)!].map(
          time => new TZDate(time, zone),
        ) as [TZDate, TZDate]
        // The same local time of that day; for a skipped hour, the time after it.
        const written = new TZDate(
          next.getFullYear(),
          next.getMonth(),
          next.getDate(),
          start.getHours(),
          start.getMinutes(),
          start.getSeconds(),
          start.getMilliseconds(),
          zone,
        )
        expect(next.getTime()).toBe(written.getTime())
        if (recurrence === 'weekly') expect(next.getDay()).toBe(start.getDay())
        if (recurrence === 'monthly') {
          const last = new Date(Date.UTC(next.getFullYear(), next.getMonth() + 1, 0)).getUTCDate()
          expect(next.getDate()).toBe(Math.min(start.getDate(), last))
        }
      }),
      { numRuns: 60 },
    )
  })
})
