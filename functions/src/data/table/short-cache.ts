/**
 * Caches a function's results for `ms` milliseconds, per process and key; parallel callers share
 * one read. Only for values that may be seconds old (plans, settings). A writer clears the cache of
 * its own process only.
 */
export function cacheFor<T>(ms: number, most = 1000) {
  const cached = new Map<string, { until: number; value: Promise<T> }>()
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const now = Date.now()
      const known = cached.get(key)
      if (known && known.until > now) return known.value
      const value = load()
      if (cached.size >= most) cached.clear()
      cached.set(key, { until: now + ms, value })
      value.catch(() => cached.delete(key))
      return value
    },
    forget: (key: string) => cached.delete(key),
  }
}
