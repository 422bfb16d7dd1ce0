import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { apiPages } from '#/lib/queries.ts'
import { TicketList } from '../list/ticket-list.tsx'
import { GroupHead } from './group-head.tsx'
import { MessageHits } from './message-hits.tsx'
import { useFoundMessages } from './use-found-messages.ts'
import { useHitKeys } from './use-hit-keys.ts'

/** Conversations shown above the messages until more are asked for. */
const FIRST = 5

interface SearchResultsProps {
  text: string
  query: Record<string, string | undefined>
  several: boolean
  /** Shown when neither conversations nor messages were found. */
  nothing: ReactNode
  onSpy: (ticket: Ticket) => void
}

/**
 * Shows what was found, in one list: conversations by name, number or tag, then messages by their
 * words. Without words there are conversations alone.
 */
export function SearchResults({ text, query, several, nothing, onSpy }: SearchResultsProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const asked = { ...query, searchParam: text || undefined }
  // The list below asks for the same pages, once.
  const list = useInfiniteQuery(apiPages(tickets.list, { query: asked }))
  const found = useFoundMessages(text, query)
  const [all, setAll] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins anew
  useEffect(() => setAll(false), [text])
  useHitKeys(found.hits.length > 0)

  const count = list.data?.pages.flatMap(page => page.tickets).length ?? 0
  if (list.isSuccess && count === 0 && !list.hasNextPage && found.isNothing) return nothing
  const hasMore = all ? list.hasNextPage : count > FIRST || list.hasNextPage
  const below = found.asks && (
    <>
      {count > 0 && hasMore && (
        <div className="border-line border-b px-3 py-1.5">
          <Button
            size="sm"
            variant="ghost"
            loading={list.isFetchingNextPage}
            onClick={() => (all ? void list.fetchNextPage() : setAll(true))}
          >
            {t('ticketDetails:search.moreTickets')}
          </Button>
        </div>
      )}
      <MessageHits found={found} />
    </>
  )
  return (
    <TicketList
      label={t('ticketDetails:search.tickets')}
      query={asked}
      several={several}
      active
      {...(found.asks
        ? {
            most: all ? Math.max(count, FIRST) : FIRST,
            above: <GroupHead>{t('ticketDetails:search.tickets')}</GroupHead>,
            below,
            onEnd: found.fetchMore,
          }
        : {})}
      empty={
        <div
          className="min-h-0 flex-1 overflow-y-auto"
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < 100) found.fetchMore()
          }}
        >
          {below}
        </div>
      }
      onSpy={onSpy}
    />
  )
}
