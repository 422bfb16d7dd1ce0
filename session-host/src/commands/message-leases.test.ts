import { describe, expect, it } from 'vitest'
import { CHECK_MS, createMessageLeases, VISIBILITY_S } from './message-leases.ts'

const HOUR_MS = 3_600_000

/** Simulates an hour of checks of one command. `fails` returns which checks fail. */
function hour(fails: (look: number) => boolean = () => false) {
  const leases = createMessageLeases<string>()
  const asked: { at: number; seconds: number }[] = []
  leases.add('send', 0)
  let until = VISIBILITY_S * 1000
  let gone = 0
  for (let now = CHECK_MS, look = 1; now <= HOUR_MS; now += CHECK_MS, look++) {
    if (now >= until) gone += 1
    for (const { message, seconds } of leases.expiring(now)) {
      asked.push({ at: now, seconds })
      if (fails(look)) continue
      until = now + seconds * 1000
      leases.extended(message, until)
    }
  }
  return { asked, gone }
}

describe('a command that waits', () => {
  it('stays ours, and is asked for less and less often', () => {
    const { asked, gone } = hour()
    expect(gone).toBe(0)
    expect(asked.length).toBeLessThan(HOUR_MS / CHECK_MS / 3)
    expect(asked[0]).toEqual({ at: CHECK_MS, seconds: VISIBILITY_S })
  })

  it('is never ours for longer than it has waited already, nor than half a minute, but for the first time', () => {
    const { asked } = hour()
    for (const { at, seconds } of asked) expect(seconds).toBeLessThanOrEqual(Math.max(VISIBILITY_S, at / 1000))
    expect(Math.max(...asked.map(({ seconds }) => seconds))).toBe(30)
  })

  it('stays ours when the queue is not reached every other time', () => {
    expect(hour(look => look % 2 === 0).gone).toBe(0)
    expect(hour(look => look % 2 === 1).gone).toBe(0)
  })

  it('is not asked for any more when it is done', () => {
    const leases = createMessageLeases<string>()
    leases.add('send', 0)
    leases.add('other', 0)
    expect(leases.count()).toBe(2)
    leases.remove('send')
    leases.extended('send', HOUR_MS)
    expect([leases.count(), leases.has('send'), leases.has('other')]).toEqual([1, false, true])
    expect(leases.expiring(10_000).map(({ message }) => message)).toEqual(['other'])
  })
})
