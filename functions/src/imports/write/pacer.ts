/**
 * Decides how much an import writes at once. A table on one machine answers one request after the
 * other: beside four transactions of a hundred writes, one list in twenty waited 60 ms and more. So
 * while others have the product open, small reads of our own are timed: between our calls, and
 * whenever they come. While those take more than a quarter longer, it makes one small call at a
 * time and rests after each, the longer the more others are held up; where they do not, as on AWS
 * or in the evening, it writes as fast as it can.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { listListening, listSockets } from '../../data/realtime/socket.ts'
import { MAX_WRITES } from '../../data/table/transact.ts'

export type Pace = {
  /** Maximum number of writes of a transaction. */
  writes: number
  /** Maximum number of transactions at once. */
  parallel: number
  /** Maximum number of rows that are read at once. */
  reads: number
}

const FULL: Pace = { writes: MAX_WRITES, parallel: 4, reads: 1000 }
const GENTLE: Pace = { writes: 10, parallel: 1, reads: 10 }

export type Pacer = {
  readonly pace: Pace
  /** Runs the writing of a group at the pace for it. */
  during: <T>(write: () => Promise<T>) => Promise<T>
  /** Runs a call of the table; at the gentle pace one after the other, with a rest after each. */
  turn: <T>(call: () => Promise<T>) => Promise<T>
}

/** Time (ms) for which an answer counts whether others are at work. */
const LOOK_MS = 10_000
/** Times as long as between our calls that a read may take beside them; more holds others up. */
const HELD_UP = 1.25
const HARDLY = 1.1
/** Length of a rest in lengths of the call before it: the first, what it grows by, the longest. */
const REST = { first: 3, step: 1.5, most: 9, least: 0.25 }
/** Number of reads before a group at full pace, and of those between two adjustments. */
const READS = 5
const READS_A_STEP = 25
/** Time (ms) between two reads. */
const READ_EVERY_MS = 40

type Options = {
  companyId: string
  /** User who began the import, and waits for it. */
  userId: string
  /** Reads something small from the table. */
  read: () => Promise<unknown>
}

export function newPacer({ companyId, userId, read }: Options): Pacer {
  let pace = FULL
  let isHeldUp = false
  let areAtWork = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let rest = REST.first
  /** Calls under way, and all that were begun. */
  const calls = { now: 0, all: 0 }
  let last: Promise<unknown> = Promise.resolve()
  /** Times of reads without a call of ours beside them, and of all. */
  let alone: number[] = []
  let any: number[] = []

  const timed = async (): Promise<void> => {
    const before = calls.now === 0 ? calls.all : -1
    const began = performance.now()
    await read()
    const took = performance.now() - began
    any.push(took)
    if (before === calls.all) alone.push(took)
  }

  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    calls.now += 1
    calls.all += 1
    try {
      return await call()
    } finally {
      calls.now -= 1
    }
  }

  const rested = async <T>(call: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    try {
      return await counted(call)
    } finally {
      await pause(rest * (performance.now() - began))
    }
  }

  /** Makes the rests longer or shorter by the reads since the last time. */
  const adjust = (): void => {
    if (alone.length < READS || any.length < (isHeldUp ? READS_A_STEP : 2 * READS)) return
    const times = meanOf(any) / meanOf(alone)
    if (!isHeldUp) {
      isHeldUp = times > HELD_UP
      if (isHeldUp) rest = REST.first
    } else if (times > HELD_UP) rest = Math.min(REST.most, rest * REST.step)
    else if (times < HARDLY) {
      rest /= REST.step
      isHeldUp = rest >= REST.least
    }
    alone = []
    any = []
  }

  return {
    get pace() {
      return pace
    },
    turn(call) {
      if (pace !== GENTLE) return counted(call)
      const mine = last.then(() => rested(call))
      last = mine.catch(() => undefined)
      return mine
    },
    async during(write) {
      if (Date.now() - lookedAt > LOOK_MS) {
        areAtWork = await areOthersAtWork(companyId, userId)
        lookedAt = Date.now()
      }
      pace = areAtWork && isHeldUp ? GENTLE : FULL
      if (!areAtWork) return write()
      if (pace === FULL) {
        for (let i = 0; i < READS; i++) await timed()
        any = []
      }
      const isWritten = new AbortController()
      const watching = watch()
      try {
        return await write()
      } finally {
        isWritten.abort()
        await watching
        adjust()
      }

      async function watch(): Promise<void> {
        try {
          while (!isWritten.signal.aborted) {
            await timed()
            if (pace === GENTLE) adjust()
            await pause(READ_EVERY_MS, undefined, { signal: isWritten.signal })
          }
        } catch {
          // The group is written, or its own requests say what the table's trouble is.
        }
      }
    },
  }
}

/** Share of the longest times that are left out: another program had the processor. */
const OUTLIERS = 0.04

function meanOf(times: readonly number[]): number {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.ceil(times.length * (1 - OUTLIERS)))
  return kept.reduce((sum, one) => sum + one, 0) / kept.length
}

/** Returns whether anybody but a user of the company has the product open. */
async function areOthersAtWork(companyId: string, userId: string): Promise<boolean> {
  for (const each of await listListening()) {
    const sockets = await listSockets(each)
    if (sockets.some(socket => each !== companyId || socket.userId !== userId)) return true
  }
  return false
}
