import { describe, expect, it } from 'vitest'
import { createHolds, LOOK_MS, VISIBILITY_S } from './holds.ts'

const HOUR_MS = 3_600_000

/** An hour of looks at one command. `fails` says which looks come to nothing. */
function hour(fails: (look: number) => boolean = () => false) {
  const holds = createHolds<string>()
  const asked: { at: number; seconds: number }[] = []
  holds.add('send', 0)
  let until = VISIBILITY_S * 1000
  let gone = 0
  for (let now = LOOK_MS, look = 1; now <= HOUR_MS; now += LOOK_MS, look++) {
    if (now >= until) gone += 1
    for (const { message, seconds } of holds.ending(now)) {
      asked.push({ at: now, seconds })
      if (fails(look)) continue
      until = now + seconds * 1000
      holds.extended(message, until)
    }
  }
  return { asked, gone }
}

describe('a command that waits', () => {
  it('stays ours, and is asked for less and less often', () => {
    const { asked, gone } = hour()
    expect(gone).toBe(0)
    expect(asked.length).toBeLessThan(HOUR_MS / LOOK_MS / 3)
    expect(asked[0]).toEqual({ at: LOOK_MS, seconds: VISIBILITY_S })
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
    const holds = createHolds<string>()
    holds.add('send', 0)
    holds.add('other', 0)
    expect(holds.count()).toBe(2)
    holds.remove('send')
    holds.extended('send', HOUR_MS)
    expect([holds.count(), holds.has('send'), holds.has('other')]).toEqual([1, false, true])
    expect(holds.ending(10_000).map(({ message }) => message)).toEqual(['other'])
  })
})
