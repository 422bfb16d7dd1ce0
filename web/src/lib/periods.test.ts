import { countDays } from '@balcao/shared/rules/days.ts'
import { describe, expect, it } from 'vitest'
import { PRESETS, periodOf, presetOf } from './periods.ts'

describe('the period of a preset', () => {
  it.each([
    ['today', '2026-11-28', '2026-11-28', '2026-11-28'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['days7', '2026-11-28', '2026-11-22', '2026-11-28'],
    ['days30', '2026-11-28', '2026-10-30', '2026-11-28'],
    ['thisMonth', '2026-11-28', '2026-11-01', '2026-11-28'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
    expect(periodOf(preset, today)).toEqual({ from, to })
  })

  it('has as many days as it says', () => {
    for (const [preset, days] of [
      ['days7', 7],
      ['days30', 30],
      ['days90', 90],
    ] as const) {
      const { from, to } = periodOf(preset, '2026-11-28')
      expect(countDays(from, to)).toBe(days)
    }
  })

  it('is found again by its days, the first of those that are the same today', () => {
    for (const preset of PRESETS) expect(presetOf(periodOf(preset, '2026-11-28'), '2026-11-28')).toBe(preset)
    expect(presetOf(periodOf('thisMonth', '2026-11-01'), '2026-11-01')).toBe('today')
    expect(presetOf({ from: '2026-11-03', to: '2026-11-09' }, '2026-11-28')).toBeUndefined()
  })
})
