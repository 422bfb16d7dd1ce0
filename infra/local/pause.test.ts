import { describe, expect, it } from 'vitest'
import { createPause } from './pause.ts'

describe('a pause', () => {
  it('holds work back until it is ended', async () => {
    const pause = createPause()
    await pause.over()
    const until = pause.begin(60_000)
    expect(until).toBeGreaterThan(Date.now() + 59_000)
    let went = false
    const work = pause.over().then(() => {
      went = true
    })
    await new Promise(setImmediate)
    expect([went, pause.isActive()]).toEqual([false, true])
    pause.end()
    await work
    expect(pause.isActive()).toBe(false)
  })

  it('ends by itself, and later when it is extended', async () => {
    const pause = createPause()
    const began = Date.now()
    pause.begin(20)
    pause.begin(60)
    await pause.over()
    expect(Date.now() - began).toBeGreaterThanOrEqual(59)
  })
})
