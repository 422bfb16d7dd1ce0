export type Semaphore = {
  /** Comes through in the order of asking. @returns false when it took longer than the gate's patience */
  acquire: () => Promise<boolean>
  release: () => void
}

/** Lets `most` through at once; the others wait for one to leave. */
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
