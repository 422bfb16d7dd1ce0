import { expect, it, vi } from 'vitest'
import { createChanges } from './changes.ts'

it('all who wait hear of a change, and who comes after it waits for the next', async () => {
  const { wake, next } = createChanges()
  const before = Promise.all([next(60_000), next(60_000)])
  wake()
  await before
  let heard = false
  const later = next(60_000).then(() => (heard = true))
  await Promise.resolve()
  expect(heard).toBe(false)
  wake()
  await later
})

it('nobody waits for longer than they said, nor is remembered after it', async () => {
  vi.useFakeTimers()
  try {
    const { wake, next } = createChanges()
    const waiting = next(500)
    vi.advanceTimersByTime(500)
    await waiting
    expect(vi.getTimerCount()).toBe(0)
    wake()
  } finally {
    vi.useRealTimers()
  }
})
