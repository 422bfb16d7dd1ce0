/** Notifier with which others wait for a change. */
export class Changes {
  readonly #waiting = new Set<() => void>()

  /** Reports that something may have changed. */
  wake(): void {
    for (const resolve of [...this.#waiting]) resolve()
  }

  /** Resolves with the next change, after `ms`, or when the signal is aborted. */
  next(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const over = () => {
        clearTimeout(timer)
        this.#waiting.delete(over)
        signal?.removeEventListener('abort', over)
        resolve()
      }
      const timer = setTimeout(over, signal?.aborted ? 0 : ms)
      this.#waiting.add(over)
      signal?.addEventListener('abort', over, { once: true })
    })
  }
}
