/**
 * Calls by which a backup takes a consistent moment of the running cloud: while it is paused, no
 * call of the queues ends and no object disappears, so that what the databases hold then fits
 * together (docs/decisions/0064-consistent-backups.md).
 */
export type CutCalls = {
  /**
   * Pauses for at most `MAX_PAUSE_MS`. @returns the moment (epoch ms) at which it ends by itself
   */
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

/** Requests of the operations endpoint by which a backup makes these calls. */
export const CUT_ROUTES = {
  'POST /pause': 'pause',
  'DELETE /pause': 'resume',
  'POST /deletions/hold': 'holdDeletions',
  'DELETE /deletions/hold': 'releaseDeletions',
} as const satisfies Record<string, keyof CutCalls>

/** Returns the calls as those of the operations endpoint. */
export const cutOperations = (cut: CutCalls): Record<string, () => Promise<object>> =>
  Object.fromEntries(Object.entries(CUT_ROUTES).map(([route, call]) => [route, async () => (await cut[call]()) ?? {}]))
