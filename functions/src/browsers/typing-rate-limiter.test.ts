import { describe, expect, it } from 'vitest'
import { TYPING_PAUSE_MS, typingDedupId, typingRateLimiter } from './typing-rate-limiter.ts'

const NOW = 1_800_000_000_000

describe('typingPace', () => {
  it('publishes once in a pause, per user and ticket', () => {
    const may = typingRateLimiter()
    expect(may('ana', 't1', true, NOW)).toBe(true)
    for (let at = NOW; at < NOW + TYPING_PAUSE_MS; at += 100) expect(may('ana', 't1', true, at)).toBe(false)
    expect(may('ana', 't2', true, NOW)).toBe(true)
    expect(may('bia', 't1', true, NOW)).toBe(true)
    expect(may('ana', 't1', true, NOW + TYPING_PAUSE_MS)).toBe(true)
  })

  it('publishes the end of what was published, once', () => {
    const may = typingRateLimiter()
    expect(may('ana', 't1', true, NOW)).toBe(true)
    expect(may('ana', 't1', false, NOW + 1)).toBe(true)
    expect(may('ana', 't1', false, NOW + 2)).toBe(false)
    expect(may('ana', 't1', true, NOW + TYPING_PAUSE_MS)).toBe(true)
    expect(may('ana', 't1', false, NOW + TYPING_PAUSE_MS + 1)).toBe(true)
  })

  it('lets a flood of starts and ends through twice a pause', () => {
    const may = typingRateLimiter()
    let allowed = 0
    for (let i = 0; i < 1000; i++) if (may('ana', 't1', i % 2 === 0, NOW + i)) allowed += 1
    expect(allowed).toBe(2)
  })

  it('gives an end that nobody here heard the start of', () => {
    expect(typingRateLimiter()('ana', 't1', false, NOW)).toBe(true)
  })
})

describe('typingDedupId', () => {
  it('is the same within a pause only, and fits SQS', () => {
    const id = (at: number, typing = true) => typingDedupId('u'.repeat(36), 't'.repeat(36), typing, at)
    expect(id(NOW)).toBe(id(NOW + TYPING_PAUSE_MS - 1))
    expect(id(NOW)).not.toBe(id(NOW + TYPING_PAUSE_MS))
    expect(id(NOW)).not.toBe(id(NOW, false))
    expect(id(NOW).length).toBeLessThanOrEqual(128)
  })
})
