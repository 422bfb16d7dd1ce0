import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTRACT_TYPES } from '../../entities/contract.ts'
import { addDays, countDays, isDay } from '../days.ts'
import { expiryMoment, nextExpiry, REMINDER_DAYS, reminderMoment } from './contract-term.ts'

const ZONES = ['America/Sao_Paulo', 'Europe/Lisbon', 'Australia/Lord_Howe', 'UTC']
const anyDay = fc.integer({ min: 0, max: 40_000 }).map(days => addDays('1995-01-01', days))
const lastDate = (day: string): number => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns some consecutive terms. */
function terms(type: (typeof CONTRACT_TYPES)[number], first: string, count: number): string[] {
  const days: string[] = []
  for (let day = first; days.length < count; days.push(day)) day = nextExpiry(type, first, day)
  return days
}

describe('the next term', () => {
  it('is a day, a month, a year later', () => {
    expect(CONTRACT_TYPES.map(type => nextExpiry(type, '2026-11-22', '2026-11-22'))).toEqual([
      '2027-11-22',
      '2026-12-22',
      '2026-11-23',
    ])
  })

  it('ends on the last day of a month that has not the day, and on the day again afterwards', () => {
    expect(terms('Mensal', '2026-12-31', 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
    expect(terms('Anual', '2024-02-29', 4)).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'])
  })

  it('is the first behind a day, however long ago the last one ended', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONTRACT_TYPES), anyDay, fc.nat(20_000), (type, first, on) => {
        const after = addDays(first, on)
        const next = nextExpiry(type, first, after)
        expect(isDay(next)).toBe(true)
        expect(next > after).toBe(true)
        // No term lies between: none is longer than this.
        expect(countDays(after, next) - 1).toBeLessThanOrEqual({ Anual: 366, Mensal: 31, Diário: 1 }[type])
        const dates = [first, next].map(day => Number(day.slice(8)))
        if (type !== 'Diário') expect(dates[1]).toBe(Math.min(dates[0]!, lastDate(next)))
        if (type === 'Anual') expect(next.slice(5, 7)).toBe(first.slice(5, 7))
      }),
      { numRuns: 300 },
    )
  })

  it('is found the same at once or term by term', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONTRACT_TYPES), anyDay, fc.integer({ min: 1, max: 30 }), (type, first, count) => {
        const all = terms(type, first, count)
        expect(nextExpiry(type, first, addDays(all.at(-1)!, -1))).toBe(all.at(-1))
        expect(nextExpiry(type, first, all.at(-2) ?? first)).toBe(all.at(-1))
      }),
      { numRuns: 100 },
    )
  })

  it('is the first one while that has not ended', () => {
    expect(nextExpiry('Mensal', '2026-12-31', '2026-12-30')).toBe('2026-12-31')
  })
})

describe('moments', () => {
  it('of reminders are at nine in the zone, so many days before, also when clocks are changed', () => {
    expect(new Date(reminderMoment('2026-12-31', 7, 'America/Sao_Paulo')).toISOString()).toBe(
      '2026-12-24T12:00:00.000Z',
    )
    // In Lisbon clocks go forward on 28 March 2027.
    expect(new Date(reminderMoment('2027-03-29', 1, 'Europe/Lisbon')).toISOString()).toBe('2027-03-28T08:00:00.000Z')
  })

  it('come in their order before the end, which is the end of the last day', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...ZONES), (day, zone) => {
        fc.pre(day > '2001-12-31')
        const moments = [...REMINDER_DAYS.map(days => reminderMoment(day, days, zone)), expiryMoment(day, zone)]
        expect(moments).toEqual(moments.toSorted((a, b) => a - b))
        const shown = (at: number) => new Date(at).toLocaleDateString('en-CA', { timeZone: zone })
        expect(shown(expiryMoment(day, zone) - 1)).toBe(day)
        expect(REMINDER_DAYS.map((days, i) => countDays(shown(moments[i]!), day) - 1 - days)).toEqual([0, 0, 0])
      }),
      { numRuns: 100 },
    )
  })
})
