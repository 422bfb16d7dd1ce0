export type Changes = {
  /** Reports that something may have changed. */
  wake: () => void
  /** Resolves with the next change, after `ms`, or when the signal is aborted. */
  next: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Creates a notifier with which others wait for a change. */
export function createChanges(): Changes {
  const waiting = new Set<() => void>()
  return {
    wake() {
      for (const resolve of [...waiting]) resolve()
    },
    next: (ms, signal) =>
      new Promise(resolve => {
        const over = () => {
          clearTimeout(timer)
          waiting.delete(over)
          signal?.removeEventListener('abort', over)
          resolve()
        }
        const timer = setTimeout(over, signal?.aborted ? 0 : ms)
        waiting.add(over)
        signal?.addEventListener('abort', over, { once: true })
      }),
  }
}
