/** Resolves once the browser has nothing else to do, after a second at the latest. */
export function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve)
  })
}

/**
 * Does work the first screen does not need, once that is shown. A failure is ignored: whoever needs
 * the result asks again.
 */
export function whenIdle(work: () => Promise<unknown>): void {
  void idle()
    .then(work)
    .catch(() => undefined)
}
