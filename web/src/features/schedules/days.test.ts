import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayName, daysOf, isDay, periodName, sideBySide, step, weekdayOf } from './days.ts'

const anyDay = fc
  .integer({ min: Date.UTC(2001, 0, 1), max: Date.UTC(2099, 11, 31) })
  .map(ms => new Date(ms).toISOString().slice(0, 10))

describe('days', () => {
  it('know which of them exist', () => {
    expect([isDay('2026-02-28'), isDay('2026-02-30'), isDay('2026-2-3'), isDay('amanhã'), isDay(undefined)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('are added over months and years, and months end where they end', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  it('of a month are whole weeks with all of it in them', () => {
    fc.assert(
      fc.property(anyDay, day => {
        const days = daysOf('month', day)
        expect(days.length % 7).toBe(0)
        expect(weekdayOf(days[0]!)).toBe(0)
        const own = days.filter(each => each.slice(0, 7) === day.slice(0, 7))
        expect(own).toContain(day)
        expect(own[0]!.slice(8)).toBe('01')
        expect(addDays(own.at(-1)!, 1).slice(8)).toBe('01')
      }),
    )
  })

  it('of a week begin on Sunday, of a day are that one; a step is one view', () => {
    expect(daysOf('week', '2026-11-25')).toEqual(Array.from({ length: 7 }, (_, i) => `2026-11-${22 + i}`))
    expect(daysOf('day', '2026-11-25')).toEqual(['2026-11-25'])
    expect((['month', 'week', 'day', 'agenda'] as const).map(view => step(view, '2026-11-25', -1))).toEqual([
      '2026-10-25',
      '2026-11-18',
      '2026-11-24',
      '2026-11-24',
    ])
  })

  it('have their names whatever the zone of the browser', () => {
    expect(dayName('2026-11-01', 'pt-BR', { day: 'numeric', month: 'long' })).toBe('1 de novembro')
  })

  it('stand before the month in English, too', () => {
    expect(dayName('2026-11-24', 'en', { day: 'numeric', month: 'long', year: 'numeric' })).toBe('24 November 2026')
    const week = periodName('2026-11-22', '2026-11-28', 'en', { day: 'numeric', month: 'short', year: 'numeric' })
    expect(week).toMatch(/^22\s?[–-]\s?28 Nov 2026$/)
  })
})

describe('the name of a week', () => {
  it('says once what its days have in common', () => {
    const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
    const named = (first: string, last: string) => periodName(first, last, 'pt-BR', options).replaceAll(/\s/g, ' ')
    expect(named('2026-11-22', '2026-11-28')).toMatch(/^22\s?[–-]\s?28 de nov\. de 2026$/)
    expect(named('2026-12-27', '2027-01-02')).toMatch(/2026.*2027/)
  })
})

describe('sideBySide', () => {
  it('gives each its own width where they touch, and all of it elsewhere', () => {
    const starts = [540, 545, 600, 560, 900]
    const placed = sideBySide(starts, start => start, 30).map(({ item, column, columns }) => [item, column, columns])
    expect(placed).toEqual([
      [540, 0, 3],
      [545, 1, 3],
      [560, 2, 3],
      [600, 0, 1],
      [900, 0, 1],
    ])
  })

  it('never lays one upon another, and loses none', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 40 }), starts => {
        const placed = sideBySide(starts, start => start, 30)
        expect(placed.map(({ start }) => start)).toEqual(starts.toSorted((a, b) => a - b))
        for (const [i, one] of placed.entries())
          for (const other of placed.slice(i + 1)) {
            const touch = Math.abs(one.start - other.start) < 30
            if (touch) expect([one.column === other.column, one.columns]).toEqual([false, other.columns])
          }
      }),
    )
  })
})
