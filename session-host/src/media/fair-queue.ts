/** Function that runs work when a place is free; `key` is the owner of the work. */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits the concurrent work, and each key to a share of it. Waiting keys are served in turn, one
 * piece each, so that a thousand pieces of one key delay those of another by one.
 */
export function createFairQueue(slots: number, share: number): FairQueue {
  let running = 0
  const busy = new Map<string, number>()
  /** Keys with waiting work, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()

  function serve(): void {
    for (const [key, starts] of waiting) {
      if (running >= slots) return
      const own = busy.get(key) ?? 0
      if (own >= share) continue
      const start = starts.shift()!
      // The key moves to the end of the line.
      waiting.delete(key)
      if (starts.length) waiting.set(key, starts)
      running++
      busy.set(key, own + 1)
      start()
    }
  }

  function leave(key: string): void {
    running--
    const left = busy.get(key)! - 1
    if (left) busy.set(key, left)
    else busy.delete(key)
    serve()
  }

  return async (key, work) => {
    await new Promise<void>(resolve => {
      const starts = waiting.get(key)
      if (starts) starts.push(resolve)
      else waiting.set(key, [resolve])
      serve()
    })
    try {
      return await work()
    } finally {
      leave(key)
    }
  }
}
