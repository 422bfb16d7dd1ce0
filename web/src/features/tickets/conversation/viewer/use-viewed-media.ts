import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiPages } from '#/lib/queries.ts'
import { messageRange } from '../find/use-message-range.ts'

type Pages = { pages: { messages: Message[] }[] }

/** Maximum number of pages that one press looks through for the next picture: 400 messages. */
const MAX_PAGES = 20

/**
 * Returns the message around which the range was loaded that shows a message; null for the newest.
 */
function rangeOf(client: QueryClient, ticketId: string, id: string): string | null {
  const all = client.getQueriesData<Pages>({ queryKey: queryKey(messages.list) })
  const found = all.find(([, data]) =>
    data?.pages?.some(page => page.messages.some(message => message.id === id && message.ticketId === ticketId)),
  )
  return (found?.[0][2] as { query?: { around?: string } } | undefined)?.query?.around ?? null
}

const isViewed = ({ mediaType, mediaUrl, isDeleted }: Message): boolean =>
  (mediaType === 'image' || mediaType === 'video') && mediaUrl !== null && !isDeleted

/**
 * Steps through the pictures and videos of a conversation, from the pages that it shows; beyond
 * their first or last one it loads further pages, which the conversation then has too.
 */
export function useViewedMedia(ticketId: string, start: Message) {
  const client = useQueryClient()
  const [around] = useState(() => rangeOf(client, ticketId, start.id))
  const [id, setId] = useState(start.id)
  const [seeks, setSeeks] = useState<{ by: 1 | -1; left: number } | null>(null)
  const newest = useInfiniteQuery({ ...apiPages(messages.list, { params: { ticketId } }), enabled: false })
  const range = useInfiniteQuery({ ...messageRange(ticketId, around), enabled: false })
  const query = around === null ? newest : range
  const pages: Pages['pages'] = query.data?.pages ?? []
  const media = pages
    .toReversed()
    .flatMap(page => page.messages)
    .filter(isViewed)
  const at = media.findIndex(message => message.id === id)
  const shown = media[at] ?? start
  const { hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = query
  // Older messages are the query's next pages.
  const mayGo = { [-1]: hasNextPage, 1: around !== null && hasPreviousPage }

  const beyond = seeks && media[at + seeks.by]
  const goesOn = seeks !== null && !beyond && at !== -1 && seeks.left > 0 && mayGo[seeks.by]
  useEffect(() => {
    if (!seeks || isFetching) return
    if (beyond) setId(beyond.id)
    if (!goesOn) return setSeeks(null)
    setSeeks({ ...seeks, left: seeks.left - 1 })
    const fetched = seeks.by === -1 ? fetchNextPage() : fetchPreviousPage()
    fetched.then(({ isError }) => isError && setSeeks(null))
  }, [seeks, beyond, goesOn, isFetching, fetchNextPage, fetchPreviousPage])

  /** Goes to the next one in a direction; absent if there is certainly none. */
  const stepper = (by: 1 | -1): (() => void) | undefined => {
    const next = media[at + by]
    if (next) return () => setId(next.id)
    return at !== -1 && mayGo[by] ? () => setSeeks(seeks ?? { by, left: MAX_PAGES }) : undefined
  }
  return {
    shown,
    /**
     * Place among the loaded ones, from 1, and their number; null for a picture that is not there.
     */
    place: at === -1 ? null : { at: at + 1, of: media.length, isOpen: hasNextPage },
    previous: stepper(-1),
    next: stepper(1),
    isSeeking: seeks !== null,
    neighbours: [media[at - 1], media[at + 1]].filter(message => message?.mediaType === 'image'),
  }
}
