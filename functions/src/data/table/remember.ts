/**
 * Keeps what a function answers for a while, per process and key: parallel askers share one read. Only for what may be
 * seconds old (plans, settings); the writer forgets its own process's copy.
 */
export function remember<T>(ms: number, most = 1000) {
  const kept = new Map<string, { until: number; value: Promise<T> }>()
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const now = Date.now()
      const known = kept.get(key)
      if (known && known.until > now) return known.value
      const value = load()
      if (kept.size >= most) kept.clear()
      kept.set(key, { until: now + ms, value })
      value.catch(() => kept.delete(key))
      return value
    },
    forget: (key: string) => kept.delete(key),
  }
}
