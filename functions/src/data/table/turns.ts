/**
 * Whose turn it is when lists and searches are read in one process: a search costs several lists, and a few people who search
 * would leave the others a fraction of it. Where each process has one call at a time, as on Lambda, nobody waits.
 */

/** Lists count as being read for so long after the last one. */
const BUSY_MS = 25
/** After a search none begins for as long as it took, while lists are read; for this at most. */
const LONGEST_REST_MS = 50

type Work<T> = () => Promise<T>

export type Turns = {
  list: <T>(work: Work<T>) => Promise<T>
  search: <T>(work: Work<T>) => Promise<T>
}

/** Lists never wait. Searches run side by side; while lists are read one after the other, in their order, with a rest between them. */
export function createTurns(): Turns {
  let [lists, searches] = [0, 0]
  let [lastList, restUntil] = [Number.NEGATIVE_INFINITY, 0]
  let resting: NodeJS.Timeout | undefined
  const waiting: (() => void)[] = []

  const busy = () => lists > 0 || performance.now() < lastList + BUSY_MS

  function admit(): void {
    clearTimeout(resting)
    while (waiting.length > 0) {
      if (busy()) {
        // Its end lets the next one in.
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
        restUntil = ended + Math.min(LONGEST_REST_MS, ended - began)
        admit()
      }
    },
  }
}
