export type Changes = {
  /** Something may have changed. */
  wake: () => void
  /** Resolves with the next change, or after `ms`. */
  next: (ms: number) => Promise<void>
}

/** Lets others wait until something changes. */
export function createChanges(): Changes {
  const waiting = new Set<() => void>()
  return {
    wake() {
      for (const resolve of [...waiting]) resolve()
    },
    next: ms =>
      new Promise(resolve => {
        const over = () => {
          clearTimeout(timer)
          waiting.delete(over)
          resolve()
        }
        const timer = setTimeout(over, ms)
        waiting.add(over)
      }),
  }
}
