export type Changes = {
  /** Something may have changed. */
  wake: () => void
  /** Resolves with the next change, after `ms`, or when nobody waits for it any more. */
  next: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Lets others wait until something changes. */
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
