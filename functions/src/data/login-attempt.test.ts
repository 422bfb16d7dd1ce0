import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetAttempts, takeAttempt, waitOf } from './login-attempt.ts'

const MINUTES = 60_000
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

afterEach(() => vi.useRealTimers())

describe('attempts', () => {
  it('are granted up to the limit, however parallel, then not for 15 minutes', async () => {
    const who = crypto.randomUUID()
    const waits = await Promise.all(Array.from({ length: 8 }, () => takeAttempt('email', who, 5)))
    expect(waits.filter(wait => wait === 0)).toHaveLength(5)
    for (const wait of waits.filter(each => each > 0)) expect(wait).toBeGreaterThan(14 * 60)
    expect(await waitOf('email', who, 5)).toBeGreaterThan(14 * 60)
    expect(await waitOf('address', who, 5)).toBe(0)
    later(15 * MINUTES + 1000)
    expect(await waitOf('email', who, 5)).toBe(0)
    expect(await takeAttempt('email', who, 5)).toBe(0)
  })

  it('wait from the last one on, not from the first', async () => {
    const who = crypto.randomUUID()
    expect(await takeAttempt('email', who, 2)).toBe(0)
    later(10 * MINUTES)
    expect(await takeAttempt('email', who, 2)).toBe(0)
    later(10 * MINUTES)
    expect(await takeAttempt('email', who, 2)).toBeGreaterThan(4 * 60)
  })

  it('begin anew when the window is over, or when they are forgotten', async () => {
    const who = crypto.randomUUID()
    expect(await takeAttempt('email', who, 2)).toBe(0)
    later(16 * MINUTES)
    expect([await takeAttempt('email', who, 2), await takeAttempt('email', who, 2)]).toEqual([0, 0])
    expect(await takeAttempt('email', who, 2)).toBeGreaterThan(0)
    await forgetAttempts('email', who)
    expect(await takeAttempt('email', who, 2)).toBe(0)
  })
})
