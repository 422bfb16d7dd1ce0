import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 25

/**
 * Stops taking connections and waits for the requests under way; ends what is left after `graceMs`.
 * A proxy in front keeps new calls back until somebody listens again.
 */
export async function drainServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // A client may hold its connection open after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS)
  try {
    await Promise.race([closed, sleep(graceMs, undefined, { ref: false })])
  } finally {
    clearInterval(idle)
    server.closeAllConnections()
  }
}
