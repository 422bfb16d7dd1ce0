/**
 * Waits for a turn and returns a function to call when done. A second call of that does nothing.
 */
export type Semaphore = () => Promise<() => void>

/** Creates a semaphore: lets so many through at a time, in the order in which they came. */
export function createSemaphore(limit: number): Semaphore {
  let inside = 0
  const waiting: (() => void)[] = []
  return async () => {
    if (inside < limit) inside++
    else await new Promise<void>(resolve => waiting.push(resolve))
    let left = false
    return () => {
      if (left) return
      left = true
      const next = waiting.shift()
      // The place goes to the next one directly.
      if (next) next()
      else inside--
    }
  }
}
