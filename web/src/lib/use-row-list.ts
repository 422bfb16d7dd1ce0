import type { ArgsOf, ResultOf, Route } from '@balcao/shared/api-contract/route.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { apiPages } from './queries.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/**
 * Returns a paged list that is searched while the person types; `rowsOf` returns the rows of a
 * page.
 */
export function useRowList<R extends Route, Row>(
  route: R,
  rowsOf: (page: ResultOf<R>) => readonly Row[],
  params?: Record<string, string>,
  /** Parameters beside the search, such as an order. */
  query: Record<string, string> = {},
) {
  const [text, onChange] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const args = { ...(params ? { params } : {}), query: { ...query, searchParam: searched } }
  const list = useInfiniteQuery({
    ...apiPages(route, args as unknown as Omit<ArgsOf<R>, 'body'>),
    placeholderData: previous => previous,
  })
  const { data } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowsOf` names the same field each time
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data])
  return {
    list,
    first: data?.pages[0],
    rows,
    search: { text, searched, onChange, onClear: () => onChange('') },
  }
}
