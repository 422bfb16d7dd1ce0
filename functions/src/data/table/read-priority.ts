/**
 * Schedules lists and searches within one process: a search costs as much as several lists, so a
 * few users who search would slow down all others. Where each process handles one call at a time,
 * as on Lambda, nothing waits.
 */

/** Time (ms) after the last list during which lists count as active. */
const BUSY_MS = 25
/**
 * Maximum pause (ms) between two searches while lists are active; the pause is as long as the last
 * search took.
 */
const MAX_REST_MS = 50

type Work<T> = () => Promise<T>

export type ReadPriority = {
  list: <T>(work: Work<T>) => Promise<T>
  search: <T>(work: Work<T>) => Promise<T>
}

/**
 * Creates a scheduler. Lists never wait. Searches run in parallel; while lists are active they run
 * one after the other, in their order, with a pause between them.
 */
export function createReadPriority(): ReadPriority {
  let [lists, searches] = [0, 0]
  let [lastList, restUntil] = [Number.NEGATIVE_INFINITY, 0]
  let resting: NodeJS.Timeout | undefined
  const waiting: (() => void)[] = []

  const busy = () => lists > 0 || performance.now() < lastList + BUSY_MS

  function admit(): void {
    clearTimeout(resting)
    while (waiting.length > 0) {
      if (busy()) {
        // The running search admits the next one when it ends.
        if (searches > 0) return
        const rest = restUntil - performance.now()
        if (rest > 0) {
          resting = setTimeout(admit, rest)
          return
        }
      }
      searches += 1
      waiting.shift()!()
    }
  }

  return {
    async list(work) {
      lists += 1
      try {
        return await work()
      } finally {
        lists -= 1
        lastList = performance.now()
      }
    },
    async search(work) {
      await new Promise<void>(resolve => {
        waiting.push(resolve)
        admit()
      })
      const began = performance.now()
      try {
        return await work()
      } finally {
        const ended = performance.now()
        searches -= 1
        restUntil = ended + Math.min(MAX_REST_MS, ended - began)
        admit()
      }
    },
  }
}
