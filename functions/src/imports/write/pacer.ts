/**
 * Decides how much an import writes at once. A table on one machine answers one request after the
 * other: beside four transactions of a hundred writes, one list in twenty waited 60 ms and more. So
 * while others have the product open, and where small reads of our own are held up by our writes,
 * it writes little at a time; otherwise, as on AWS or in the evening, as fast as it can.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { listListening, listSockets } from '../../data/realtime/socket.ts'
import { MAX_WRITES } from '../../data/table/transact.ts'

export type Pace = {
  /** Maximum number of writes of a transaction. */
  writes: number
  /** Maximum number of transactions at once. */
  parallel: number
}

const FULL: Pace = { writes: MAX_WRITES, parallel: 4 }
const GENTLE: Pace = { writes: 20, parallel: 1 }

export type Pacer = {
  readonly pace: Pace
  /** Runs the writing of a group at the pace for it. */
  during: <T>(write: () => Promise<T>) => Promise<T>
}

/** Time (ms) for which an answer counts whether others are at work. */
const LOOK_MS = 10_000
/** Times as long as alone that a read takes beside writes that hold others up. */
const HELD_UP = 3
/** Number of reads before a group, and time (ms) between two beside it. */
const READS = 5
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

  const timed = async (): Promise<number> => {
    const began = performance.now()
    await read()
    return performance.now() - began
  }

  return {
    get pace() {
      return pace
    },
    async during(write) {
      if (Date.now() - lookedAt > LOOK_MS) {
        areAtWork = await areOthersAtWork(companyId, userId)
        lookedAt = Date.now()
      }
      pace = areAtWork && isHeldUp ? GENTLE : FULL
      if (!areAtWork || pace === GENTLE) return write()
      const alone: number[] = []
      for (let i = 0; i < READS; i++) alone.push(await timed())
      const beside: number[] = []
      const isWritten = new AbortController()
      const watching = watch()
      try {
        return await write()
      } finally {
        isWritten.abort()
        await watching
        if (beside.length >= READS) isHeldUp = middleOf(beside) > HELD_UP * middleOf(alone)
      }

      async function watch(): Promise<void> {
        try {
          while (!isWritten.signal.aborted) {
            beside.push(await timed())
            await pause(READ_EVERY_MS, undefined, { signal: isWritten.signal })
          }
        } catch {
          // The group is written, or its own requests say what the table's trouble is.
        }
      }
    },
  }
}

const middleOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

/** Returns whether anybody but a user of the company has the product open. */
async function areOthersAtWork(companyId: string, userId: string): Promise<boolean> {
  for (const each of await listListening()) {
    const sockets = await listSockets(each)
    if (sockets.some(socket => each !== companyId || socket.userId !== userId)) return true
  }
  return false
}
