/**
 * The clock of timers: the time of day plus the seconds by which somebody has moved it, so that
 * tomorrow's schedule can be tried now. Nothing else moves: rows, tokens and messages carry the
 * time of day.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Functions } from '../lambda/create-functions.ts'
import type { SqsCall } from '../sqs/sqs-engine.ts'

export type TimerClock = {
  /** Returns the clock's time: the time of day plus `advancedSeconds`. */
  read: () => { now: string; advancedSeconds: number }
  /**
   * Moves the clock ahead and resolves when everything that became due has been done. Moves run one
   * after the other.
   */
  advance: (seconds: number) => Promise<void>
  /** Fires timers that were armed before a move, as the clock reaches them. */
  tick: () => Promise<void>
}

type Options = {
  dir: string
  functions: Pick<Functions, 'invoke'>
  /** Name of the function that enqueues due timers. */
  clock: string
  sqs: { call: SqsCall; queueUrl: (name: string) => string }
  /** Name of the queue of due timers. */
  queue: string
  /**
   * Reduces the remaining delay of queued messages by the given ms; undefined where the queues are
   * external.
   */
  shortenDelays: ((ms: number) => Promise<void>) | undefined
  /**
   * Longest wait for fired timers, in ms, so that one that keeps failing does not hold the clock.
   */
  drainTimeoutMs?: number
}

/**
 * Largest step of the clock before fired timers are handled: timers that they arm within it still
 * fire in order.
 */
const HOP_MS = 10 * 60_000
/** Maximum number of passes over a stretch of time while timers in it arm new ones. */
const ROUNDS = 50
/** Milliseconds by which the scheduled runs of the clock may lag. */
const BEHIND_MS = 3 * 60_000
const DRAIN_TIMEOUT_MS = 30_000
const LOOK_MS = 20

type State = { aheadMs: number; ranUntil: number }

export function createTimerClock(options: Options): TimerClock {
  const file = join(options.dir, 'timer-clock.json')
  const state = read(file)
  let moving: Promise<void> = Promise.resolve()

  const keep = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }

  async function run(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += HOP_MS) {
      const range = { from: at, to: Math.min(at + HOP_MS, to) }
      for (let round = 0; round < ROUNDS; round++) {
        const moved = await options.functions.invoke(options.clock, { runAhead: range })
        if (!moved) break
        await drained(options)
      }
      state.ranUntil = Math.max(state.ranUntil, range.to)
    }
    keep()
  }

  function next(work: () => Promise<void>): Promise<void> {
    const done = moving.then(work)
    moving = done.catch(() => {})
    return done
  }

  return {
    read: () => ({
      now: new Date(Date.now() + state.aheadMs).toISOString(),
      advancedSeconds: Math.round(state.aheadMs / 1000),
    }),
    advance: seconds =>
      next(async () => {
        state.aheadMs += seconds * 1000
        keep()
        await options.shortenDelays?.(seconds * 1000)
        await drained(options)
        await run(Date.now() - BEHIND_MS, Date.now() + state.aheadMs)
      }),
    tick: () =>
      next(async () => {
        const now = Date.now() + state.aheadMs
        if (state.aheadMs > 0 && state.ranUntil < now) await run(state.ranUntil, now)
      }),
  }
}

/** Waits until the queue of timers holds nothing that can be handled now. */
async function drained({ sqs, queue, drainTimeoutMs = DRAIN_TIMEOUT_MS }: Options): Promise<void> {
  const counts = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible']
  const end = Date.now() + drainTimeoutMs
  while (Date.now() < end) {
    const answer = await sqs.call('GetQueueAttributes', { QueueUrl: sqs.queueUrl(queue), AttributeNames: counts })
    const attributes = answer.Attributes as Record<string, string>
    if (counts.every(name => Number(attributes[name]) === 0)) return
    await sleep(LOOK_MS)
  }
}

function read(file: string): State {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State
  } catch {
    return { aheadMs: 0, ranUntil: 0 }
  }
}
