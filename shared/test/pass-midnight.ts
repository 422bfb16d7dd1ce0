const DAY_MS = 86_400_000
/** Midnight in UTC and in São Paulo, as time of day in UTC. */
const MIDNIGHTS_MS = [0, 3 * 3_600_000]

/**
 * Waits until midnight is over if it is nearer than a margin: "today" of a test's beginning would be
 * another day at its end.
 */
export async function passMidnight(marginMs: number): Promise<void> {
  const left = Math.min(...MIDNIGHTS_MS.map(at => DAY_MS - ((Date.now() + DAY_MS - at) % DAY_MS)))
  if (left <= marginMs) await new Promise(resolve => setTimeout(resolve, left))
}
