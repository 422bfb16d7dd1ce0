import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#/lib/session.ts'

type Page = ResultOf<typeof messages.list>
type Place = { around: string } | { after: string } | { cursor: string }

/** Query of a range of a conversation around a message: older pages above, newer ones below. */
export const messageRange = (ticketId: string, around: string | null) =>
  infiniteQueryOptions({
    queryKey: queryKey(messages.list, { params: { ticketId }, query: { around: around ?? undefined } }),
    initialPageParam: { around: around ?? '' } as Place,
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      api(messages.list, { params: { ticketId }, query: pageParam }, { signal }),
    getNextPageParam: (page): Place | null => (page.nextCursor === null ? null : { cursor: page.nextCursor }),
    getPreviousPageParam: (page): Place | null => {
      const last = page.messages.at(-1)
      return page.hasNewer && last ? { after: last.id } : null
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * Loads a range of a conversation's past around a message: older pages above, newer ones below
 * until the newest is there. It is cached beside the pages that begin at the newest (realtime
 * events are applied to both), and only while somebody reads there.
 */
export function useMessageRange(ticketId: string) {
  const [around, setAround] = useState<string | null>(null)
  const query = useInfiniteQuery({
    ...messageRange(ticketId, around),
    enabled: around !== null,
    // During a jump the former range stays on screen until the new one has loaded.
    placeholderData: previous => previous,
  })
  const leave = useCallback(() => setAround(null), [])
  /** Index of the page it began with: others are added above and below it. */
  const middle = query.data?.pageParams.findIndex(param => 'around' in (param as Place)) ?? 0
  return { around, query, middle, goTo: setAround, leave }
}
