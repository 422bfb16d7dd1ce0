import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ArgsOf, ResultOf, Route } from '@balcao/shared/api-contract/route.ts'
import { infiniteQueryOptions, onlineManager, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { api } from './session.ts'

/**
 * The query cache: cached data shows at once and is refetched in the background; realtime keeps it
 * fresh, so a minute is not stale.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * A query that waits for the network and has nothing to show counts as failed meanwhile, so that
 * every screen says so instead of loading for ever; its fetch goes on when the network returns.
 */
queryClient.getQueryCache().subscribe(event => {
  if (event.type !== 'updated' || event.action.type !== 'pause' || onlineManager.isOnline()) return
  const { query } = event
  if (query.state.data !== undefined || query.observers.some(each => each.getCurrentResult().isPlaceholderData)) return
  query.setState({ status: 'error', error: new ApiError('ERR_NETWORK', 0) })
})

// What failed before the browser noticed that it has no network is not waiting for it.
globalThis.addEventListener?.('online', () =>
  queryClient.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' && state.data === undefined },
    { cancelRefetch: false },
  ),
)

type Args<R extends Route> = Record<string, never> extends ArgsOf<R> ? [args?: ArgsOf<R>] : [args: ArgsOf<R>]
type Call = (route: Route, args: unknown, options: { signal: AbortSignal }) => Promise<never>

/** Returns the options for useQuery of a contract route; the key comes from the contract. */
export function apiQuery<R extends Route>(route: R, ...[args]: Args<R>) {
  return queryOptions({
    queryKey: queryKey(route, args),
    queryFn: ({ signal }): Promise<ResultOf<R>> => (api as unknown as Call)(route, args ?? {}, { signal }),
  })
}

interface Page {
  hasMore: boolean
  nextCursor: string | null
}

/**
 * Returns the options for useInfiniteQuery of a paged route: pages follow `nextCursor`, so page 500
 * costs what page 1 costs.
 */
export function apiPages<R extends Route>(route: R, args: Omit<ArgsOf<R>, 'body'>) {
  return infiniteQueryOptions({
    queryKey: queryKey(route, args),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }): Promise<ResultOf<R>> => {
      const query = (args as { query?: object }).query
      return (api as unknown as Call)(
        route,
        { ...args, query: { ...query, cursor: pageParam ?? undefined } },
        { signal },
      )
    },
    getNextPageParam: (page: ResultOf<R>) => {
      const { hasMore, nextCursor } = page as Page
      return hasMore ? nextCursor : null
    },
  })
}
