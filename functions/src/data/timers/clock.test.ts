import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { claimClock, recordClock } from './clock.ts'

describe('the clock row', () => {
  it('lets one run at a time, and the next go on where the last one came to', async () => {
    const name = newId()
    expect(await claimClock(name, 'a', 1000, 2000)).toEqual({ doneMinute: undefined })
    expect(await claimClock(name, 'b', 1500, 2500)).toBe('busy')
    await recordClock(name, 'a', 7, true)
    expect(await claimClock(name, 'b', 1600, 2600)).toEqual({ doneMinute: 7 })
  })

  it('is taken over when a run died, whose late word does not count', async () => {
    const name = newId()
    await claimClock(name, 'a', 1000, 2000)
    expect(await claimClock(name, 'b', 2001, 3000)).toEqual({ doneMinute: undefined })
    await recordClock(name, 'a', 99, true)
    expect(await claimClock(name, 'c', 2500, 3500)).toBe('busy')
  })
})
