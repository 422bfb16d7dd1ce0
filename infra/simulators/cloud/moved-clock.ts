import { z } from 'zod'

/** Age in ms from which the clock of timers is read again. */
const STALE_MS = 250

export type MovedClock = {
  /** Reads how far the clock of timers was moved, at most every 250 ms. */
  refresh: () => Promise<void>
  /** Returns the moved time in epoch ms, as last read: windows and daily limits follow it. */
  now: () => number
}

/** Follows the clock of timers at its address; without one it is the time of day. */
export function followClock(clockUrl: string | undefined): MovedClock {
  let offset = 0
  let readAt = 0
  let reading: Promise<void> | undefined

  async function read(url: string): Promise<void> {
    try {
      const { now } = z.object({ now: z.string() }).parse(await (await fetch(url)).json())
      // Below a second it is the way of the answer, not a move.
      const ahead = Date.parse(now) - Date.now()
      offset = ahead < 1000 ? 0 : ahead
    } catch {
      // The local cloud is stopping; the offset stays.
    }
    readAt = Date.now()
    reading = undefined
  }

  return {
    async refresh() {
      if (!clockUrl || Date.now() - readAt < STALE_MS) return
      reading ??= read(clockUrl)
      await reading
    },
    now: () => Date.now() + offset,
  }
}
