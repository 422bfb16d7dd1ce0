/** Does what the first screen can do without once it stands. A failure is nobody's: whoever needs it asks again. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => void work().catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1000 })
  else setTimeout(run)
}
