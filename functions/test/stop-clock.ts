import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the test ends: what a process keeps for some seconds, such as its caller's
 * session, is not read again in between, however slow the machine is.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
