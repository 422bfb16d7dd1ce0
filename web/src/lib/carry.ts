import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Carries what was told live into a query's data. An answer that is still on its way may have been read before it was so, and comes
 * behind it: then `change` is made once more of that answer. It has to stand being made twice, and behind something newer.
 */
export function carry<T>(client: QueryClient, query: Query | undefined, change: (data: T) => T) {
  if (!query) return
  const now = () => client.setQueryData<T>(query.queryKey, data => data && change(data))
  now()
  // Who signed out meanwhile, or left the screen long ago, has no such query any more.
  query.promise?.then(
    () => client.getQueryCache().get(query.queryHash) === query && now(),
    // Nothing came: who asked is told.
    () => undefined,
  )
}
