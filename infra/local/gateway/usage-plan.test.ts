import { describe, expect, it } from 'vitest'
import { createUsageMeter } from './usage-plan.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

describe('throttle', () => {
  it('lets a burst through, then the rate', () => {
    const meter = createUsageMeter({ rate: 2, burst: 3 })
    expect([1, 2, 3].map(() => meter('k', NOW))).toEqual(['ok', 'ok', 'ok'])
    expect(meter('k', NOW)).toEqual({ why: 'throttled', retryAfterSeconds: 1 })
    expect(meter('k', NOW + 500)).toBe('ok')
    expect(meter('k', NOW + 500)).not.toBe('ok')
    expect(meter('other', NOW)).toBe('ok')
  })

  it('never saves up more than the burst', () => {
    const meter = createUsageMeter({ rate: 10, burst: 2 })
    expect(meter('k', NOW)).toBe('ok')
    const later = [1, 2, 3].map(() => meter('k', NOW + 60_000))
    expect(later.map(answer => answer === 'ok')).toEqual([true, true, false])
  })
})

describe('quota', () => {
  it.each([
    ['DAY', 12 * 3600, Date.UTC(2026, 10, 21)],
    ['WEEK', (2 * 24 + 12) * 3600, Date.UTC(2026, 10, 23)],
    ['MONTH', (10 * 24 + 12) * 3600, Date.UTC(2026, 11, 1)],
  ] as const)('ends with the %s', (period, retryAfterSeconds, next) => {
    const meter = createUsageMeter({ rate: 100, burst: 100, quota: { limit: 2, period } })
    expect([meter('k', NOW), meter('k', NOW)]).toEqual(['ok', 'ok'])
    expect(meter('k', NOW)).toEqual({ why: 'quota', retryAfterSeconds })
    expect(meter('k', next - 1)).not.toBe('ok')
    expect(meter('k', next)).toBe('ok')
  })
})
