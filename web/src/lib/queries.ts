import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ArgsOf, ResultOf, Route } from '@balcao/shared/api-contract/route.ts'
import type { RowChannel } from '@balcao/shared/events/realtime.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { applyToQuery } from './apply-to-query.ts'
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

/**
 * Payload of a realtime event of a list's rows: `{ action, zone }`;
 * after a deletion `{ action: 'delete', zoneId }`.
 */
export type RowPayload = { action: string }

/**
 * Applies a realtime event's payload to the cached lists of a route; `name` is the payload's
 * property with the row.
 */
export function applyRowPayload(
  client: QueryClient,
  route: Route,
  rowsKey: string | null,
  name: RowChannel,
  payload: RowPayload,
) {
  const fields = payload as Record<string, unknown>
  applyListEvent(
    client,
    route,
    rowsKey,
    payload.action === 'delete'
      ? { action: 'delete', id: fields[`${name}Id`] as string }
      : { action: 'update', row: fields[name] as Row },
  )
}

type Row = { id: string }
/** A change of a list's rows: `remove` carries the id, the others the whole row. */
export type ListEvent<T extends Row> = { action: 'create' | 'update'; row: T } | { action: 'delete'; id: string }

/**
 * Applies a change to every cached list of a route: plain lists, and paged ones with their rows
 * under `rowsKey`. A changed row is replaced in place; a new one joins when the lists on screen are
 * fetched again, since only the server knows the order and the search.
 */
export function applyListEvent<T extends Row>(
  client: QueryClient,
  route: Route,
  rowsKey: string | null,
  event: ListEvent<T>,
) {
  const id = event.action === 'delete' ? event.id : event.row.id
  let known = false
  const change = (rows: T[]) => {
    const at = rows.findIndex(row => row.id === id)
    if (at === -1) return rows
    known = true
    return event.action === 'delete' ? rows.filter(row => row.id !== id) : rows.with(at, event.row)
  }
  const again = (of: QueryKey) => void client.invalidateQueries({ queryKey: of })
  for (const query of client.getQueryCache().findAll({ queryKey: queryKey(route) })) {
    applyToQuery<unknown>(client, query, data => {
      if (rowsKey === null) return Array.isArray(data) ? change(data as T[]) : data
      const pages = (data as InfiniteData<Record<string, unknown>>).pages
      if (!Array.isArray(pages)) return data
      return {
        ...(data as object),
        pages: pages.map(page => ({ ...page, [rowsKey]: change((page[rowsKey] ?? []) as T[]) })),
      }
    })
    // A first answer that is on its way is not requested again, although it may have been read
    // before this row existed.
    if (query.state.data === undefined)
      query.promise?.then(
        () => again(query.queryKey),
        () => undefined,
      )
  }
  if (event.action === 'delete' || !known) again(queryKey(route))
}
