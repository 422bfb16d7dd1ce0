import { describe, expect, it } from 'vitest'
import { dayRange } from './day-range.ts'

describe('dayRange', () => {
  it('is the day of the zone', () => {
    expect(dayRange('2026-11-20', '2026-11-20', 'America/Sao_Paulo')).toEqual({
      from: Date.parse('2026-11-20T03:00:00.000Z'),
      to: Date.parse('2026-11-21T02:59:59.999Z'),
    })
  })

  it('knows days that are shorter or longer', () => {
    const hours = ({ from, to }: { from: number; to: number }) => (to + 1 - from) / 3_600_000
    expect(hours(dayRange('2026-03-29', '2026-03-29', 'Europe/Lisbon'))).toBe(23)
    expect(hours(dayRange('2026-10-25', '2026-10-25', 'Europe/Lisbon'))).toBe(25)
    expect(hours(dayRange('2026-12-31', '2027-01-01', 'UTC'))).toBe(48)
  })
})

describe('a day that no key can hold', () => {
  it.each([
    ['0001-01-01', '0001-01-01'],
    ['1969-12-31', '1969-12-31'],
    ['1970-01-02', '1970-01-02'],
    ['9999-12-31', '9999-12-31'],
    ['0001-01-01', '9999-12-31'],
  ])('from %s to %s is as near as one can', (first, last) => {
    const { from, to } = dayRange(first, last, 'America/Sao_Paulo')
    // Keys are strings: they sort by time only with the same number of digits.
    expect([String(from).length, String(to + 1).length]).toEqual([13, 13])
    expect(from).toBeLessThanOrEqual(to)
  })
})
