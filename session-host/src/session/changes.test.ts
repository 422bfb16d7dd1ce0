import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Changes } from './changes.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Records whether a promise has been resolved. */
function watched(promise: Promise<void>) {
  const seen = { over: false }
  void promise.then(() => {
    seen.over = true
  })
  return seen
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('wakes all who wait with the next change, and nobody twice', async () => {
  const changes = new Changes()
  const [first, second] = [watched(changes.next(1000)), watched(changes.next(2000))]
  await pass(999)
  expect([first.over, second.over]).toEqual([false, false])
  changes.wake()
  await pass(0)
  expect([first.over, second.over]).toEqual([true, true])
  expect(vi.getTimerCount()).toBe(0)
})

it('lets nobody wait longer than wanted', async () => {
  const waiting = watched(new Changes().next(1000))
  await pass(1000)
  expect(waiting.over).toBe(true)
})

it('ends at once for who has stopped waiting, before or meanwhile', async () => {
  const changes = new Changes()
  const stop = new AbortController()
  const waiting = watched(changes.next(30_000, stop.signal))
  stop.abort()
  await pass(0)
  expect(waiting.over).toBe(true)
  const late = watched(changes.next(30_000, stop.signal))
  await pass(0)
  expect(late.over).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
