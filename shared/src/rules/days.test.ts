import { describe, expect, it } from 'vitest'
import { addDays, countDays, eachDay, firstOfMonth, isDay } from './days.ts'

describe('days', () => {
  it('are those of the calendar', () => {
    expect(['2026-02-28', '2028-02-29', '2026-12-31'].map(isDay)).toEqual([true, true, true])
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '', '2026-01-01T00:00:00Z'])
      expect([text, isDay(text)]).toEqual([text, false])
  })

  it('go over the ends of months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(eachDay('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(eachDay('2026-03-02', '2026-03-01')).toEqual([])
    expect(countDays('2026-01-01', '2026-12-31')).toBe(365)
    expect(firstOfMonth('2026-11-22')).toBe('2026-11-01')
  })
})
