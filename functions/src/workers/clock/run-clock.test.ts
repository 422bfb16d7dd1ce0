import { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOwnQueue } from '../../../test/own-queue.ts'
import { queued } from '../../../test/queued.ts'
import { armTimer, minuteOf, timersOf } from '../../data/timers/timer.ts'
import { delaySeconds, runClock } from './run-clock.ts'

let closeQueue: () => Promise<void>
beforeAll(async () => {
  closeQueue = await openOwnQueue('TIMERS_QUEUE_URL')
})
afterAll(() => closeQueue())

const MINUTE = 60_000
/**
 * A time of its own for every test, far ahead, so that no other test's timers are in its buckets.
 */
const someday = () => Date.parse('2035-01-01T00:00:00Z') + Math.floor(Math.random() * 5_000_000) * 20 * MINUTE

const handedOn = (companyId: string, least: number): Promise<Timer[]> =>
  queued(process.env.TIMERS_QUEUE_URL, Timer, timer => timer.companyId === companyId, least)

const arm = async (companyId: string, dueAt: number) => {
  const timer = { type: 'expireTicket' as const, companyId, ticketId: newId(), dueAt }
  await armTimer(timer)
  return timer
}

describe('the clock', () => {
  it('hands on what is due, once, and leaves what is not', async () => {
    const [companyId, clock, now] = [newId(), newId(), someday()]
    const due = await arm(companyId, now - 10_000)
    const later = await arm(companyId, now + 5 * MINUTE)
    expect(await runClock({ now, owner: 'a', clock })).toBe(1)
    expect(await runClock({ now: now + MINUTE, owner: 'b', clock })).toBe(0)
    expect(await handedOn(companyId, 1)).toEqual([due])
    expect((await timersOf(minuteOf(later.dueAt))).map(({ timer }) => timer)).toEqual([later])
  })

  it('finds what was armed for the present minute after its bucket was read', async () => {
    const [companyId, clock, now] = [newId(), newId(), someday()]
    await runClock({ now, owner: 'a', clock })
    await arm(companyId, now + 20_000)
    expect(await runClock({ now: now + MINUTE, owner: 'b', clock })).toBe(1)
  })

  it('catches up after an outage', async () => {
    const [companyId, clock, now] = [newId(), newId(), someday()]
    await runClock({ now, owner: 'a', clock })
    const missed = await Promise.all([3, 4, 11, 14].map(minutes => arm(companyId, now + minutes * MINUTE)))
    expect(await runClock({ now: now + 15 * MINUTE, owner: 'b', clock })).toBe(4)
    expect((await handedOn(companyId, 4)).map(timer => 'ticketId' in timer && timer.ticketId).sort()).toEqual(
      missed.map(({ ticketId }) => ticketId).sort(),
    )
  })

  it('runs once at a time', async () => {
    const [companyId, clock, now] = [newId(), newId(), someday()]
    await runClock({ now: now - MINUTE, owner: 'z', clock })
    await Promise.all([1, 2, 3].map(seconds => arm(companyId, now - seconds * 1000)))
    const runs = await Promise.all(['a', 'b', 'c', 'd'].map(owner => runClock({ now, owner, clock })))
    expect(runs.reduce<number>((sum, moved) => sum + (moved ?? 0), 0)).toBe(3)
  })

  it('delays by whole seconds, never more than the queue takes', () => {
    expect(delaySeconds(10_500, 0)).toBe(11)
    expect(delaySeconds(0, 5000)).toBe(0)
    expect(delaySeconds(10_000_000, 0)).toBe(900)
  })
})
