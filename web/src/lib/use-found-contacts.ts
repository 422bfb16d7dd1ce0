import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { apiPages } from './queries.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/** Letters from which on contacts are searched (decision 0034). */
export const SEARCH_FROM = 3

/**
 * The first contacts with a text somewhere, as one types; none before it is long enough. Asked for as the page of contacts asks for its
 * list, whose rows live events keep fresh.
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
    /** Nothing is known yet. */
    isWaiting: query.isLoading,
    refetch: query.refetch,
  }
}
