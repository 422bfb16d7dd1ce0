/**
 * The clock of timers: the time of day, and as far ahead of it as somebody has moved it, so that a schedule of tomorrow can be
 * tried now. Nothing else is moved: rows, tokens and messages bear the time of day.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Functions } from '../lambda/create-functions.ts'
import type { SqsCall } from '../sqs/sqs-engine.ts'

export type TimerClock = {
  /** What time it is by it: the time of day, ahead by `advancedSeconds`. */
  read: () => { now: string; advancedSeconds: number }
  /** Moves it ahead; when it answers, what came due has been done. One move after the other. */
  advance: (seconds: number) => Promise<void>
  /** Lets what was armed before a move fire as the clock comes to it. */
  tick: () => Promise<void>
}

type Options = {
  dir: string
  functions: Pick<Functions, 'invoke'>
  /** The function that hands on timers. */
  clock: string
  sqs: { call: SqsCall; queueUrl: (name: string) => string }
  /** The queue it hands them on to. */
  queue: string
  /** Takes so many ms off what messages of the queues still have to wait; undefined where the queues are not ours. */
  shortenDelays: ((ms: number) => Promise<void>) | undefined
  /** How long it waits for what fired; one that keeps failing must not hold the clock. */
  drainTimeoutMs?: number
}

/** So far the clock runs before what fired is done: what a timer arms anew within it is still met in its order. */
const HOP_MS = 10 * 60_000
/** A stretch is looked at anew while it arms new timers, at most so often. */
const ROUNDS = 50
/** What the clock's own runs may not have handed on yet. */
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

/** Waits until the queue of timers has nothing that could be done now. */
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
