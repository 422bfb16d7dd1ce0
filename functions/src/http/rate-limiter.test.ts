import { describe, expect, it } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const limits = { burst: 3, perSecond: 2, debt: 4 }
const T = 1_000_000

describe('a token bucket', () => {
  it('lets a burst pass, then what fits the rate', () => {
    const { take } = createRateLimiter(limits)
    expect([1, 2, 3].map(() => take('a', T))).toEqual(['pass', 'pass', 'pass'])
    expect(take('a', T + 500)).toBe('pass')
    for (let i = 1; i <= 20; i++) expect(take('a', T + 500 + i * 500)).toBe('pass')
  })

  it('warns once, refuses, and closes what goes on regardless, once', () => {
    const { take } = createRateLimiter(limits)
    const verdicts = Array.from({ length: 12 }, () => take('a', T))
    expect(verdicts).toEqual([
      ...['pass', 'pass', 'pass', 'warn', 'refuse', 'refuse', 'refuse', 'close'],
      ...['refuse', 'refuse', 'refuse', 'refuse'],
    ])
    // It stays closed, whatever time passes: another socket begins anew.
    expect(take('a', T + 60_000)).toBe('refuse')
    expect(take('b', T)).toBe('pass')
  })

  it('forgives who slows down, and warns them anew', () => {
    const { take } = createRateLimiter(limits)
    for (let i = 0; i < 5; i++) take('a', T)
    expect(take('a', T + 1000)).toBe('refuse')
    expect(take('a', T + 3000)).toBe('pass')
    const then = [1, 2, 3, 4].map(() => take('a', T + 3000))
    expect(then).toEqual(['pass', 'pass', 'warn', 'refuse'])
  })

  it('charges by size, and is not fooled by a clock that goes back', () => {
    const { take } = createRateLimiter(limits)
    expect(take('a', T, 3)).toBe('pass')
    expect(take('a', T - 10_000)).toBe('warn')
    expect(take('a', T)).toBe('refuse')
  })

  it('charges nothing for what it refuses, and closes nothing, without a debt', () => {
    const { take } = createRateLimiter({ burst: 1, perSecond: 1 })
    expect(Array.from({ length: 50 }, () => take('a', T)).slice(0, 3)).toEqual(['pass', 'warn', 'refuse'])
    expect(take('a', T + 1000)).toBe('pass')
  })

  it('begins anew for what was forgotten', () => {
    const { take, forget } = createRateLimiter(limits)
    for (let i = 0; i < 12; i++) take('a', T)
    forget('a')
    expect(take('a', T)).toBe('pass')
  })
})
