import { afterEach, expect, it, vi } from 'vitest'
import { passMidnight } from './pass-midnight.ts'

afterEach(() => void vi.useRealTimers())

it.each([
  ['2026-11-30T23:58:59.999Z', '2026-11-30T23:58:59.999Z'],
  ['2026-11-30T23:59:30.000Z', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  // Midnight in São Paulo.
  ['2027-01-01T02:59:00.000Z', '2027-01-01T03:00:00.000Z'],
])('passes midnight if it is near: a file due at %s begins at %s', async (now, begun) => {
  vi.useFakeTimers({ now: new Date(now) })
  const passed = passMidnight(60_000).then(() => new Date().toISOString())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await passed).toBe(begun)
})
