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
