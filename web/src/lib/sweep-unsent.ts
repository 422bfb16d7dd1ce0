import { sweepFiles } from './unsent-files.ts'
import { KEPT_MS, UNSENT } from './unsent-key.ts'

/**
 * Removes unsent texts and files that are older than `KEPT_MS` or unreadable, whoever owns them.
 */
export async function sweepUnsent(now = Date.now()): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(UNSENT)) continue
    let at: unknown
    try {
      at = (JSON.parse(localStorage.getItem(key) ?? '') as { at?: unknown }).at
    } catch {
      // An unreadable entry is swept like an old one.
    }
    if (typeof at !== 'number' || now - at > KEPT_MS) localStorage.removeItem(key)
  }
  await sweepFiles(({ at }) => now - at > KEPT_MS)
}
