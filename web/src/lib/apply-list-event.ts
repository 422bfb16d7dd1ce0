import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import { applyToQuery } from './apply-to-query.ts'

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
  route: Pick<Route, 'path'>,
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
    // It may have been read before this row existed.
    readAfterFirst(client, query)
  }
  if (event.action === 'delete' || !known) void client.invalidateQueries({ queryKey: queryKey(route) })
}

/** First answers on their way after which their queries are read once more. */
const awaited = new WeakSet<Promise<unknown>>()

/** Fetches a query again once its first answer, if it is on its way, has arrived and is shown. */
function readAfterFirst(client: QueryClient, { state, promise, queryKey }: Query) {
  if (state.data !== undefined || !promise || awaited.has(promise)) return
  awaited.add(promise)
  promise.then(
    () => void client.invalidateQueries({ queryKey, exact: true }),
    () => undefined,
  )
}

/**
 * Fetches again what a change concerns: what is on screen now, the rest when it is shown. A fetch
 * on its way is requested anew; of a first one the answer is shown before.
 */
export function readAgain(client: QueryClient, filters: QueryFilters = {}) {
  for (const query of client.getQueryCache().findAll(filters)) readAfterFirst(client, query)
  void client.invalidateQueries(filters)
}
