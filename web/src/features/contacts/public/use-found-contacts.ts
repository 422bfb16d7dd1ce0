import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { apiPages } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Minimum number of letters for a search of contacts (decision 0034). */
export const SEARCH_FROM = 3

/**
 * Returns the first contacts that contain a text, while the person types; none before it is long
 * enough. The query is the one of the contacts screen, whose rows realtime events keep fresh.
 */
export function useFoundContacts(typed: string) {
  const searchParam = useDebouncedValue(typed.trim().toLowerCase(), 500)
  const isEnough = typed.trim().length >= SEARCH_FROM && searchParam.length >= SEARCH_FROM
  const query = useInfiniteQuery({
    ...apiPages(contacts.list, { query: { searchParam } }),
    enabled: isEnough,
    placeholderData: keepPreviousData,
  })
  return {
    isEnough,
    found: isEnough ? (query.data?.pages[0]?.contacts ?? []) : [],
    isSearching: isEnough && query.isFetching,
    error: query.error,
    /** True while nothing is known yet. */
    isWaiting: query.isLoading,
    refetch: query.refetch,
  }
}
