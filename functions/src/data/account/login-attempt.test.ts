import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Attempt,
  clearAttempts,
  recordFailedAttempt,
  releaseAttempt,
  reserveAttempt,
  takeAttemptSlot,
} from './login-attempt.ts'

const MINUTES = 60_000
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

afterEach(() => vi.useRealTimers())

/** An attempt that is granted. */
async function begin(who: string, most: number): Promise<Attempt> {
  const attempt = await reserveAttempt('email', who, most)
  if (typeof attempt === 'number') throw new Error(`refused for ${attempt} s`)
  return attempt
}
const fail = async (who: string, most: number) => recordFailedAttempt(await begin(who, most))

describe('attempts that count whatever comes of them', () => {
  it('are granted up to the limit, however parallel, then not for 15 minutes', async () => {
    const who = crypto.randomUUID()
    const waits = await Promise.all(Array.from({ length: 8 }, () => takeAttemptSlot('email', who, 5)))
    expect(waits.filter(wait => wait === 0)).toHaveLength(5)
    for (const wait of waits.filter(each => each > 0)) expect(wait).toBeGreaterThan(14 * 60)
    expect(await takeAttemptSlot('email', who, 5)).toBeGreaterThan(14 * 60)
    expect(await takeAttemptSlot('address', who, 5)).toBe(0)
    later(15 * MINUTES + 1000)
    expect(await takeAttemptSlot('email', who, 5)).toBe(0)
  })

  it('wait from the last one on, not from the first', async () => {
    const who = crypto.randomUUID()
    expect(await takeAttemptSlot('email', who, 2)).toBe(0)
    later(10 * MINUTES)
    expect(await takeAttemptSlot('email', who, 2)).toBe(0)
    later(10 * MINUTES)
    expect(await takeAttemptSlot('email', who, 2)).toBeGreaterThan(4 * 60)
  })

  it('begin anew when the window is over, or when they are forgotten', async () => {
    const who = crypto.randomUUID()
    expect(await takeAttemptSlot('email', who, 2)).toBe(0)
    later(16 * MINUTES)
    expect([await takeAttemptSlot('email', who, 2), await takeAttemptSlot('email', who, 2)]).toEqual([0, 0])
    expect(await takeAttemptSlot('email', who, 2)).toBeGreaterThan(0)
    await clearAttempts('email', who)
    expect(await takeAttemptSlot('email', who, 2)).toBe(0)
  })
})

describe('attempts that are given back when they succeed', () => {
  it('that fail are as many as the limit, however parallel', async () => {
    const who = crypto.randomUUID()
    let made = 0
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const attempt = await reserveAttempt('email', who, 5)
        if (typeof attempt === 'number') return attempt
        made += 1
        await recordFailedAttempt(attempt)
        return 0
      }),
    )
    expect(made).toBe(5)
    for (const wait of outcomes.filter(each => each > 0)) expect(wait).toBeGreaterThan(14 * 60)
  })

  it('that succeed lock nobody out, however many at once: those beyond the limit wait for the others', async () => {
    const who = crypto.randomUUID()
    let [atOnce, most] = [0, 0]
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const attempt = await begin(who, 5)
        atOnce += 1
        most = Math.max(most, atOnce)
        // A turn of the loop, so that they overlap.
        await new Promise(resolve => setImmediate(resolve))
        atOnce -= 1
        await releaseAttempt(attempt)
      }),
    )
    expect(most).toBeLessThanOrEqual(5)
    expect(await takeAttemptSlot('email', who, 1)).toBe(0)
  })

  it('leave the failures beside them', async () => {
    const who = crypto.randomUUID()
    await fail(who, 3)
    await fail(who, 3)
    await releaseAttempt(await begin(who, 3))
    await fail(who, 3)
    expect(await reserveAttempt('email', who, 3)).toBeGreaterThan(14 * 60)
  })

  it('wait from the last failure on', async () => {
    const who = crypto.randomUUID()
    await fail(who, 2)
    later(10 * MINUTES)
    await fail(who, 2)
    later(10 * MINUTES)
    expect(await reserveAttempt('email', who, 2)).toBeGreaterThan(4 * 60)
    later(6 * MINUTES)
    await fail(who, 2)
  })

  it('that end after their window do nothing to the next', async () => {
    const who = crypto.randomUUID()
    const [early, other] = [await begin(who, 2), await begin(who, 2)]
    later(16 * MINUTES)
    await fail(who, 2)
    await releaseAttempt(early)
    await recordFailedAttempt(other)
    await fail(who, 2)
    expect(await reserveAttempt('email', who, 2)).toBeGreaterThan(0)
  })

  it('whose outcome never comes are refused for a moment, not for 15 minutes', async () => {
    const who = crypto.randomUUID()
    await Promise.all([begin(who, 2), begin(who, 2)])
    expect(await reserveAttempt('email', who, 2, 50)).toBeLessThanOrEqual(5)
  })
})
