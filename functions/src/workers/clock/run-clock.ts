/**
 * Moves due timers from their minute buckets to the timers queue. Nothing is lost when a run dies
 * or is skipped: unfinished buckets are read again, and a timer leaves its bucket only after the
 * queue has it. A timer enqueued twice does nothing the second time (workers/timers).
 */

import { batchesOf } from '../../batches-of.ts'
import { config } from '../../config.ts'
import { claimClock, recordClock } from '../../data/timers/clock.ts'
import { disarm, minuteOf, timersOf } from '../../data/timers/timer.ts'
import { sendStandardBatch } from '../../integrations/sqs.ts'

/**
 * Minutes after its end in which a bucket may still receive timers: clocks differ, writers are
 * slow.
 */
const SLACK_MINUTES = 2
/**
 * Minutes ahead of time that timers are enqueued, with a delay; must cover the pause between two
 * runs.
 */
const AHEAD_MINUTES = 1
/** Minutes that the very first run looks back. */
const FIRST_LOOK_MINUTES = 5
/** Maximum delay of an SQS message. */
const MAX_DELAY_SECONDS = 900
const LEASE_MS = 55_000
/** Maximum number of buckets read at a time when catching up. */
const STRIDE = 10

/** Maximum number of messages per SQS batch. */
const BATCH = 10
const PARALLEL = 8

type Due = Awaited<ReturnType<typeof timersOf>>[number]

/** Returns the seconds until a timer is due, within the limits of SQS. */
export const delaySeconds = (dueAt: number, now: number): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((dueAt - now) / 1000)))

type Run = {
  /** Epoch ms. */
  now: number
  /** Id of this run. */
  owner: string
  /** Name of the clock; there is one in production. */
  clock?: string
  /** Epoch ms after which it stops in time; the next run continues. */
  deadline?: number
}

/**
 * Runs the clock once. Returns the number of timers enqueued; undefined when another run is at
 * work.
 */
export async function runClock({ now, owner, clock = 'main', deadline = Infinity }: Run): Promise<number | undefined> {
  const taken = await claimClock(clock, owner, now, now + LEASE_MS)
  if (taken === 'busy') return undefined
  const current = minuteOf(now)
  const last = current + AHEAD_MINUTES
  let done = taken.doneMinute ?? current - FIRST_LOOK_MINUTES
  let moved = 0
  try {
    for (let from = done + 1; from <= last; from += STRIDE) {
      const minutes = Array.from({ length: Math.min(STRIDE, last - from + 1) }, (_, i) => from + i)
      const due = (await Promise.all(minutes.map(timersOf))).flat()
      moved += await enqueueTimers(due, now)
      done = Math.max(done, Math.min(minutes.at(-1)!, current - 1 - SLACK_MINUTES))
      if (Date.now() >= deadline) break
    }
  } finally {
    await recordClock(clock, owner, done, true)
  }
  return moved
}

/**
 * Enqueues timers in batches of ten, a few batches at a time, each delayed by its remaining time at
 * `now` (epoch ms).
 */
export async function enqueueTimers(due: readonly Due[], now: number): Promise<number> {
  let moved = 0
  for (let i = 0; i < due.length; i += BATCH * PARALLEL) {
    const range = due.slice(i, i + BATCH * PARALLEL)
    const taken = (await Promise.all(batchesOf(range, BATCH).map(batch => enqueueBatch(batch, now)))).flat()
    await disarm(taken)
    moved += taken.length
    if (taken.length < range.length)
      throw new Error(`the timers queue refused ${range.length - taken.length} of ${range.length} timers`)
  }
  return moved
}

/** Returns the timers that the queue accepted. */
async function enqueueBatch(batch: readonly Due[], now: number): Promise<Due[]> {
  const failed = await sendStandardBatch(
    config().TIMERS_QUEUE_URL,
    batch.map(({ timer }) => ({ body: timer, delaySeconds: delaySeconds(timer.dueAt, now) })),
  )
  return batch.filter((_, position) => !failed.includes(position))
}
