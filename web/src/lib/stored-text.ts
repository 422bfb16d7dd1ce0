/** Texts in the browser's storage that exist nowhere else, the same in all its tabs. */
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Changes of other tabs; the browser does not send the event for this tab's own.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Returns the stored text; null where nothing is stored, or storage is forbidden. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns the text stored under a key and follows its changes. */
export const useStoredText = (key: string): string | null =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => readText(key), [key]),
  )

/**
 * Stores a text. Returns false when the browser stores nothing more, or nothing at all; the text
 * stored before stays then.
 */
export function storeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}
