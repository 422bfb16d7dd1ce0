import { expect, it } from 'vitest'
import { waitingTime } from './waiting-time.ts'

const MINUTE = 60_000

it.each([
  [-5, 'success', 'minutes', 0],
  [0, 'success', 'minutes', 0],
  [9.9, 'success', 'minutes', 9],
  [10, 'warning', 'minutes', 10],
  [29.9, 'warning', 'minutes', 29],
  [30, 'danger', 'minutes', 30],
  [59.9, 'danger', 'minutes', 59],
  [60, 'danger', 'hours', 1],
  [24 * 60 - 1, 'danger', 'hours', 23],
  [24 * 60, 'danger', 'days', 1],
  [73 * 60, 'danger', 'days', 3],
] as const)('of %s minutes is %s, in %s', (minutes, tone, unit, count) => {
  expect(waitingTime(1_790_000_000_000, 1_790_000_000_000 + minutes * MINUTE)).toEqual({ tone, unit, count })
})
