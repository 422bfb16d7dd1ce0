/**
 * Calls by which a backup takes a consistent moment of the running cloud: while it is paused, no
 * call of the queues ends and no object disappears, so that what the databases hold then fits
 * together (docs/decisions/0064-consistent-backups.md).
 */
export type CutCalls = {
  /** Pauses for at most `MAX_PAUSE_MS`. @returns the moment (epoch ms) at which it ends by itself */
  pause: () => Promise<{ pausedUntil: number }>
  resume: () => Promise<void>
  /**
   * Keeps the files of deleted objects for `HOLD_MS`, or for so much longer.
   * @returns the moment (epoch ms) at which it ends by itself
   */
  holdDeletions: () => Promise<{ heldUntil: number }>
  releaseDeletions: () => Promise<void>
}

export const MAX_PAUSE_MS = 2000
export const HOLD_MS = 60_000

/** The same calls as requests of the operations endpoint. */
const CUT_ROUTES = {
  'POST /pause': 'pause',
  'DELETE /pause': 'resume',
  'POST /deletions/hold': 'holdDeletions',
  'DELETE /deletions/hold': 'releaseDeletions',
} as const satisfies Record<string, keyof CutCalls>

/**
 * Answers a request of the operations endpoint if it is one of these.
 * @returns the answer's body; undefined for another request
 */
export async function answerCutCall(cut: CutCalls, method: string, path: string): Promise<object | undefined> {
  const call = CUT_ROUTES[`${method} ${path}` as keyof typeof CUT_ROUTES]
  if (call === undefined) return undefined
  return (await cut[call]()) ?? {}
}
