/** Texts of the browser's storage that are the only copy of what they say, alike in all its tabs. */
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Of the other tabs: one's own changes are not told by it.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Null where nothing is stored, or nothing may be. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Follows what is stored under a key. */
export const useStoredText = (key: string): string | null =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => readText(key), [key]),
  )

/** False when the browser keeps nothing more, or nothing at all; what was stored stays then. */
export function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}
