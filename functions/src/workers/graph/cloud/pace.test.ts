import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

/** Takes `count` places one after the other, waiting as told; answers when each was free. */
function times(count: number, personOf: (i: number) => string, throughput?: number): number[] {
  let now = 0
  const pace = createPace(() => now)
  return Array.from({ length: count }, (_, i) => {
    now += pace.take('number', personOf(i), throughput)
    return now
  })
}

it('lets a number send as many a second as Meta allows', () => {
  const all = times(401, String)
  expect(all.at(-1)! / 1000).toBeCloseTo(4.8, 1)
  expect(times(1001, String, 1000).at(-1)! / 1000).toBeCloseTo(0.8, 1)
})

it('lets places be taken at once, each to its time', () => {
  const pace = createPace(() => 0)
  const waits = Array.from({ length: 96 }, (_, i) => pace.take('number', String(i)))
  expect(waits[15]).toBe(0)
  expect(waits.at(-1)).toBe(1000)
})

it('lets one person have a burst, then one every six seconds', () => {
  const all = times(47, () => 'person')
  expect(all[44]).toBeLessThan(1000)
  expect(all[45]! - all[44]!).toBeGreaterThan(5000)
  expect(all[46]! - all[45]!).toBe(6000)
})

it('pauses a number that was throttled, and no other', () => {
  const pace = createPace(() => 0)
  pace.take('number', 'a')
  pace.slowDown('number')
  expect(pace.take('number', 'b')).toBeGreaterThan(1000)
  expect(pace.take('other', 'c')).toBe(0)
})
