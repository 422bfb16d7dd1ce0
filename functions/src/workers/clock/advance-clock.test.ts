import { newId } from '@balcao/shared/ids.ts'
import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { armTimer, minuteOf, timersOf } from '../../data/timers/timer.ts'
import { advanceClock } from './advance-clock.ts'
import { handler } from './handler.ts'
import { runClock } from './run-clock.ts'

const MINUTE = 60_000
/** A time of its own for every test, far ahead of that of the clock's own tests. */
const someday = () => Date.parse('2061-01-01T00:00:00Z') + Math.floor(Math.random() * 5_000_000) * 40 * MINUTE
const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 50_000 } as Context

const arm = async (dueAt: number) => {
  const timer = { type: 'expireTicket' as const, companyId: newId(), ticketId: newId(), dueAt }
  await armTimer(timer)
  return timer
}

describe('a stretch of the future', () => {
  it('is handed on at once, over many minutes, and nothing beyond it', async () => {
    const from = someday()
    for (const minutes of [0, 1, 12, 25]) await arm(from + minutes * MINUTE)
    const beyond = await arm(from + 25 * MINUTE + 20_000)
    const event = { runAhead: { from, to: from + 25 * MINUTE } }
    expect(await handler(event, context)).toBe(4)
    expect(await handler(event, context)).toBe(0)
    expect((await timersOf(minuteOf(beyond.dueAt))).map(({ timer }) => timer)).toEqual([beyond])
  })

  it('leaves the clock where it was: what is armed for it later is done when the time comes', async () => {
    const [clock, now] = [newId(), someday()]
    await runClock({ now, owner: 'a', clock })
    await advanceClock({ from: now, to: now + 30 * MINUTE })
    await arm(now + 10 * MINUTE)
    expect(await runClock({ now: now + 10 * MINUTE, owner: 'b', clock })).toBe(1)
  })

  it('refuses what is none', async () => {
    await expect(handler({ runAhead: { from: 'now' } }, context)).rejects.toThrow()
  })
})
