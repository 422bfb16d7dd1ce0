import type { CacheStore } from '@whiskeysockets/baileys'

/**
 * Creates a small cache for Baileys that outlives its sockets, without a timer of its own: three
 * hundred sessions would have a thousand of them.
 * @param limit entries kept; the oldest goes first
 */
export function createTtlCache(ttlMs: number, limit: number): CacheStore {
  const entries = new Map<string, { value: unknown; until: number }>()
  return {
    get<T>(key: string): T | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > Date.now()) return entry.value as T
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: Date.now() + ttlMs })
      if (entries.size > limit) entries.delete(entries.keys().next().value!)
    },
    del(key) {
      entries.delete(key)
    },
    flushAll() {
      entries.clear()
    },
  }
}
