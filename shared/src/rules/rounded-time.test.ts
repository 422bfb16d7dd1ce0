import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundedTime } from './rounded-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it.each([
  [0, '1 minutes'],
  [-5, '1 minutes'],
  [90_000, '2 minutes'],
  [9 * MINUTE, '9 minutes'],
  [12 * MINUTE, '10 minutes'],
  [13 * MINUTE, '15 minutes'],
  [89 * MINUTE, '90 minutes'],
  [90 * MINUTE, '2 hours'],
  [5.4 * HOUR, '5 hours'],
  [47 * HOUR, '47 hours'],
  [48 * HOUR, '2 days'],
  [60 * HOUR, '3 days'],
])('rounds %d ms to %s', (ms, said) => {
  const { unit, count } = roundedTime(ms)
  expect(`${count} ${unit}`).toBe(said)
})

it('is off by half a unit at most', () => {
  const unitMs = { minutes: MINUTE, hours: HOUR, days: 24 * HOUR }
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 400 * 24 * HOUR }), ms => {
      const { unit, count } = roundedTime(ms)
      const step = unit === 'minutes' && count >= 10 ? 5 : 1
      expect(Math.abs(count * unitMs[unit] - ms)).toBeLessThanOrEqual((step / 2) * unitMs[unit] + MINUTE / 2)
    }),
  )
})
