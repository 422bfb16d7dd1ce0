import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate } from '#/lib/format.ts'
import { dueDayOf, dueOnDay } from './due-day.ts'

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'Etc/GMT-14', 'Etc/GMT+12')
const day = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 86_400_000, max: Date.UTC(2045, 0, 1) / 86_400_000 })
  .map(number => new Date(number * 86_400_000).toISOString().slice(0, 10))
const moment = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2045, 0, 1) })
  .map(at => new Date(at).toISOString())

describe('a due date', () => {
  it('that is given as a day is shown as that day in any zone, is over with it, and begins no later one', () => {
    fc.assert(
      fc.property(day, zone, (wanted, timezone) => {
        const dueDate = dueOnDay(wanted, timezone)
        expect(dueDayOf(dueDate, timezone)).toBe(wanted)
        expect(formatDate(dueDate, timezone)).toBe(wanted.split('-').reverse().join('/'))
        expect(dueDayOf(new Date(Date.parse(dueDate) + 1000).toISOString(), timezone) > wanted).toBe(true)
      }),
      // Clocks that go back at midnight repeat the day's last hour; clocks that go forward skip it.
      {
        numRuns: 2000,
        examples: [
          ['2024-10-26', 'America/Scoresbysund'],
          ['2024-11-02', 'America/Havana'],
          ['2039-03-26', 'America/Scoresbysund'],
        ],
      },
    )
  })

  it('is not moved by whoever saves the form as it was shown', () => {
    fc.assert(
      fc.property(moment, zone, (dueDate, timezone) => {
        expect(dueOnDay(dueDayOf(dueDate, timezone), timezone, dueDate)).toBe(dueDate)
      }),
      { numRuns: 2000 },
    )
  })

  it('that is moved and moved back is the same day', () => {
    fc.assert(
      fc.property(moment, day, zone, (dueDate, other, timezone) => {
        const shown = dueDayOf(dueDate, timezone)
        const moved = dueOnDay(other, timezone, dueDate)
        expect(dueDayOf(moved, timezone)).toBe(other)
        expect(dueDayOf(dueOnDay(shown, timezone, moved), timezone)).toBe(shown)
      }),
      { numRuns: 1000 },
    )
  })
})
