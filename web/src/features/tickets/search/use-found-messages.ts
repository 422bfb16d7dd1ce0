import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { apiPages } from '#/lib/queries.ts'

/**
 * Number of pages without a hit that are requested automatically: a rare word is searched through
 * most of a large past.
 */
const PAGES_AT_A_TIME = 8

export type FoundMessages = ReturnType<typeof useFoundMessages>

/**
 * Searches the messages with these words, of all conversations the user may see, the newest first.
 */
export function useFoundMessages(text: string, query: Record<string, string | undefined>) {
  const terms = useMemo(() => searchedTerms(text), [text])
  const asks = terms.length > 0
  const list = useInfiniteQuery({
    ...apiPages(messages.search, { query: { ...query, searchParam: text } }),
    enabled: asks,
    // A repeated search finds the messages sent since.
    refetchOnMount: 'always',
  })
  const pages = list.data?.pages ?? []
  const hits = pages.flatMap(page => page.hits)
  const [maxPages, setMaxPages] = useState(PAGES_AT_A_TIME)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins anew
  useEffect(() => setMaxPages(PAGES_AT_A_TIME), [text])
  const goesOn = hits.length === 0 && list.hasNextPage && pages.length < maxPages
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const looked = pages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that comes at once is seen by its being there alone
  useEffect(() => {
    if (goesOn && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [goesOn, looked, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return {
    terms,
    asks,
    hits,
    list,
    isLooking: asks && (list.isPending || goesOn),
    /** True if nothing was found yet and older messages were not searched. */
    isUnfinished: asks && hits.length === 0 && list.hasNextPage,
    /** True if there is nothing in any message. */
    isNothing: !asks || (hits.length === 0 && !list.isPending && !list.isError && !list.hasNextPage),
    lookFurther: () => setMaxPages(pages.length + PAGES_AT_A_TIME),
    fetchMore: () => {
      if (hits.length > 0 && list.hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
  }
}
