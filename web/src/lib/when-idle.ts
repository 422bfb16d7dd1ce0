/** Resolves once the browser has nothing else to do, after a second at the latest. */
export function idle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve)
  })
}

/** Does what the first screen can do without once it stands. A failure is nobody's: whoever needs it asks again. */
export function whenIdle(work: () => Promise<unknown>): void {
  void idle()
    .then(work)
    .catch(() => undefined)
}
