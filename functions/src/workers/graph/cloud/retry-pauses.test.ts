import { expect, it } from 'vitest'
import { isLastAttempt, pauseBefore, secondsUntilAgain } from './retry-pauses.ts'

const attempt = (receives: number) => ({ receives, deadline: 40_000 })

it('waits 4^n seconds for a person, in the function first, then in the queue', () => {
  expect([1, 2, 3, 4].map(tries => pauseBefore('person', tries, attempt(1), 0))).toEqual([
    1000,
    4000,
    16_000,
    undefined,
  ])
  expect([1, 2, 3, 4].map(receives => secondsUntilAgain('person', attempt(receives)))).toEqual([64, 256, 256, 256])
  expect(pauseBefore('person', 1, attempt(2), 0)).toBeUndefined()
})

it('waits for the throughput of a number as long as the batch may', () => {
  expect([1, 2, 3].map(tries => pauseBefore('throughput', tries, attempt(1), 0))).toEqual([1000, 2000, 4000])
  expect(pauseBefore('throughput', 3, attempt(1), 37_000)).toBeUndefined()
  expect([1, 2, 3].map(receives => secondsUntilAgain('throughput', attempt(receives)))).toEqual([10, 20, 40])
})

it('leaves anything else to the queue, until that gives up', () => {
  for (const rule of ['never', 'later', 'unsure'] as const) expect(pauseBefore(rule, 1, attempt(1), 0)).toBeUndefined()
  expect([1, 2, 3, 4].map(receives => secondsUntilAgain('later', attempt(receives)))).toEqual([5, 15, 45, 135])
  expect([4, 5].map(receives => isLastAttempt(attempt(receives)))).toEqual([false, true])
})
