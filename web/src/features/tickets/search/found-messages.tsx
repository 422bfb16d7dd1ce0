import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { MessageHit } from '@balcao/shared/entities/message-hit.ts'
import { searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { MessageSquareText, SearchX } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { VirtualList } from '#/components/ui/virtual-list.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { MarkedLine } from './marked-line.tsx'

/** Height of a hit, px: a name, two lines of text, and the ticket's status. */
const HIT_HEIGHT = 104

/**
 * Number of pages without a hit that are requested automatically: a rare word is searched through
 * most of a large past.
 */
const PAGES_AT_A_TIME = 8

interface FoundMessagesProps {
  text: string
  query: Record<string, string | undefined>
  onClear: () => void
}

/**
 * Shows the messages that contain these words, of all conversations the user may see, the newest
 * first.
 */
export function FoundMessages({ text, query, onClear }: FoundMessagesProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { uuid } = useParams({ strict: false })
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

  const move = (step: number) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-hit]')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    links[at === -1 ? 0 : Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
  }
  useShortcut({ keys: ['j', 'ArrowDown'], label: t('ticketDetails:find.older'), group: t('title'), run: () => move(1) })
  useShortcut({ keys: ['k', 'ArrowUp'], label: t('ticketDetails:find.newer'), group: t('title'), run: () => move(-1) })

  if (!asks)
    return (
      <EmptyState icon={<MessageSquareText size={20} />} title={t('ticketDetails:search.messagesStart')}>
        {t('ticketDetails:search.messagesStartHint')}
      </EmptyState>
    )
  if (list.isError && hits.length === 0)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (list.isPending || goesOn) return <HitsSkeleton label={t('ticketDetails:search.looking')} />
  if (hits.length === 0)
    return list.hasNextPage ? (
      <EmptyState
        icon={<SearchX size={20} />}
        title={t('ticketDetails:search.notYet')}
        action={
          <Button onClick={() => setMaxPages(pages.length + PAGES_AT_A_TIME)}>{t('ticketDetails:search.older')}</Button>
        }
      />
    ) : (
      <EmptyState
        icon={<SearchX size={20} />}
        title={t('ticketDetails:search.noMessages', { text })}
        action={<Button onClick={onClear}>{t('ticketDetails:search.clear')}</Button>}
      >
        {t('ticketDetails:search.noMessagesHint')}
      </EmptyState>
    )
  return (
    <VirtualList
      items={hits}
      rowHeight={HIT_HEIGHT}
      itemKey={hit => hit.id}
      label={t('ticketDetails:search.messages')}
      outline="person"
      hasMore={list.hasNextPage}
      loadingMore={list.isFetchingNextPage}
      onEnd={() => void list.fetchNextPage()}
    >
      {hit => <HitRow hit={hit} terms={terms} selected={hit.ticket.uuid === uuid} />}
    </VirtualList>
  )
}

const HitRow = memo(function HitRow({
  hit,
  terms,
  selected,
}: {
  hit: MessageHit
  terms: readonly string[]
  selected: boolean
}) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { ticket } = hit
  const author = hit.fromMe ? (hit.author ?? t('message.team')) : hit.author
  return (
    <Link
      to="/tickets/$uuid"
      params={{ uuid: ticket.uuid }}
      search={previous => ({ ...previous, message: hit.id })}
      data-hit
      data-open
      className={cn(
        'relative flex h-full items-start gap-3 border-line border-b px-4 pt-2.5 text-left -outline-offset-2 transition-colors',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-[3px]"
        style={ticket.queue ? { backgroundColor: ticket.queue.color } : undefined}
      />
      <Avatar
        name={ticket.contact.name}
        src={ticket.contact.profilePicUrl}
        size={40}
        channel={ticket.contact.channel ?? 'whatsapp'}
        group={ticket.isGroup}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <Tooltip content={ticket.contact.name}>
            <span className="min-w-0 flex-1 truncate font-medium">
              <bdi>{ticket.contact.name}</bdi>
            </span>
          </Tooltip>
          <time dateTime={hit.createdAt} className="tabular shrink-0 text-ink-2 text-xs">
            {formatRowTime(hit.createdAt)}
          </time>
        </span>
        <span className="wrap-anywhere mt-0.5 line-clamp-2 text-ink-2 text-sm">
          {author && (
            <>
              <bdi className="font-medium">{author}</bdi>:{' '}
            </>
          )}
          <MarkedLine text={hit.line} terms={terms} />
        </span>
        <span className="mt-0.5 block truncate text-ink-3 text-xs">
          {t(`status.${ticket.status}`)} · {ticket.queue?.name ?? t('row.noQueue')}
          {ticket.user ? ` · ${ticket.user.name}` : ''}
        </span>
      </span>
    </Link>
  )
})

function HitsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="min-h-0 flex-1 overflow-hidden">
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <div
          key={key}
          className="flex items-start gap-3 border-line border-b px-4 pt-2.5"
          style={{ height: HIT_HEIGHT }}
        >
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-2.5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
