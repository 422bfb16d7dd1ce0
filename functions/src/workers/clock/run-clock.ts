/**
 * Moves due timers from their minute buckets to the timers queue. Nothing is lost when a run dies or is left out: the
 * buckets that are not done yet are read again, and a timer leaves its bucket only after the queue has it. A timer handed
 * on twice does nothing the second time (workers/timers).
 */

import { config } from '../../config.ts'
import { settleClock, takeClock } from '../../data/timers/clock.ts'
import { disarm, minuteOf, timersOf } from '../../data/timers/timer.ts'
import { sendStandardBatch } from '../../integrations/sqs.ts'

/** A bucket may still get timers this many minutes after its end: clocks differ, writers are slow. */
const SLACK_MINUTES = 2
/** How far ahead timers are handed on, with a delay; must cover the pause between two runs. */
const AHEAD_MINUTES = 1
/** How far back the very first run looks. */
const FIRST_LOOK_MINUTES = 5
/** SQS delays no message longer. */
const MAX_DELAY_SECONDS = 900
const LEASE_MS = 55_000
/** Buckets read at a time when catching up. */
const STRIDE = 10

/** The queue takes ten at a time. */
const BATCH = 10
const PARALLEL = 8

type Due = Awaited<ReturnType<typeof timersOf>>[number]

/** Seconds until a timer is due, as the queue takes it. */
export const delaySeconds = (dueAt: number, now: number): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((dueAt - now) / 1000)))

type Run = {
  /** Epoch ms. */
  now: number
  /** Identifies this run. */
  owner: string
  /** Which clock; one in production. */
  clock?: string
  /** Epoch ms after which it stops in time, to be continued by the next run. */
  deadline?: number
}

/** One run. Answers how many timers it handed on; undefined when another run is at it. */
export async function runClock({ now, owner, clock = 'main', deadline = Infinity }: Run): Promise<number | undefined> {
  const taken = await takeClock(clock, owner, now, now + LEASE_MS)
  if (taken === 'busy') return undefined
  const current = minuteOf(now)
  const last = current + AHEAD_MINUTES
  let done = taken.doneMinute ?? current - FIRST_LOOK_MINUTES
  let moved = 0
  try {
    for (let from = done + 1; from <= last; from += STRIDE) {
      const minutes = Array.from({ length: Math.min(STRIDE, last - from + 1) }, (_, i) => from + i)
      const due = (await Promise.all(minutes.map(timersOf))).flat()
      moved += await handOn(due, now)
      done = Math.max(done, Math.min(minutes.at(-1)!, current - 1 - SLACK_MINUTES))
      if (Date.now() >= deadline) break
    }
  } finally {
    await settleClock(clock, owner, done, true)
  }
  return moved
}

/** Gives timers to the queue, in batches of ten and a few of those at a time, with what is left of their time at `now` (epoch ms). */
export async function handOn(due: readonly Due[], now: number): Promise<number> {
  let moved = 0
  for (let i = 0; i < due.length; i += BATCH * PARALLEL) {
    const stretch = due.slice(i, i + BATCH * PARALLEL)
    const batches = Array.from({ length: Math.ceil(stretch.length / BATCH) }, (_, n) =>
      stretch.slice(n * BATCH, (n + 1) * BATCH),
    )
    const taken = (await Promise.all(batches.map(batch => handOnBatch(batch, now)))).flat()
    await disarm(taken)
    moved += taken.length
    if (taken.length < stretch.length)
      throw new Error(`the timers queue refused ${stretch.length - taken.length} of ${stretch.length} timers`)
  }
  return moved
}

/** Answers the timers that the queue has taken. */
async function handOnBatch(batch: readonly Due[], now: number): Promise<Due[]> {
  const failed = await sendStandardBatch(
    config().TIMERS_QUEUE_URL,
    batch.map(({ timer }) => ({ body: timer, delaySeconds: delaySeconds(timer.dueAt, now) })),
  )
  return batch.filter((_, position) => !failed.includes(position))
}
