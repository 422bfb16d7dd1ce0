export type Semaphore = {
  /** Waits for a slot, in the order of the calls. @returns false after the timeout */
  acquire: () => Promise<boolean>
  release: () => void
}

/** Lets at most `most` callers through at once; the others wait for a free slot. */
export function createSemaphore(most: number, timeoutMs: number): Semaphore {
  let inside = 0
  const waiting: (() => void)[] = []
  return {
    acquire() {
      if (inside < most) {
        inside += 1
        return Promise.resolve(true)
      }
      if (most === 0) return Promise.resolve(false)
      return new Promise(resolve => {
        const come = () => {
          clearTimeout(timer)
          resolve(true)
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(come), 1)
          resolve(false)
        }, timeoutMs)
        waiting.push(come)
      })
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    },
  }
}
