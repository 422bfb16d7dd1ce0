/** Prefix of everything a person wrote and did not send; docs/decisions/0007-unsent-work-in-the-browser.md. */
export const UNSENT = 'balcao.unsent.'

/** Unsent work is kept for seven days after its last change. */
export const KEPT_MS = 7 * 86_400_000

/** Removes unsent work that is older than `KEPT_MS` or unreadable, whoever it belongs to. */
export function sweepUnsent(now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(UNSENT)) continue
    let at: unknown
    try {
      at = (JSON.parse(localStorage.getItem(key) ?? '') as { at?: unknown }).at
    } catch {
      // An unreadable entry is swept as an old one.
    }
    if (typeof at !== 'number' || now - at > KEPT_MS) localStorage.removeItem(key)
  }
}
