import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Applies a realtime change to a query's data. An answer still on its way may have been read before
 * the change and would overwrite it, so `change` is then applied to that answer, too. `change` must
 * be idempotent, and must accept data that is already newer.
 */
export function applyToQuery<T>(client: QueryClient, query: Query | undefined, change: (data: T) => T) {
  if (!query) return
  const now = () => client.setQueryData<T>(query.queryKey, data => data && change(data))
  now()
  // After a sign-out, or long after the screen was left, the query no longer exists.
  query.promise?.then(
    () => client.getQueryCache().get(query.queryHash) === query && now(),
    // The request failed: its caller handles the error.
    () => undefined,
  )
}
