import { type FetchQueryOptions, onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * Fetches a query for an action that waits for it. Without a network the cached answer counts, or
 * it rejects: the fetch itself would pause, and the action with it.
 */
export async function fetchOrCached<Data, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  if (onlineManager.isOnline()) return client.fetchQuery({ ...query, networkMode: 'always' })
  const cached = client.getQueryData<Data>(query.queryKey)
  if (cached === undefined) throw new ApiError('ERR_NETWORK', 0)
  return cached
}
