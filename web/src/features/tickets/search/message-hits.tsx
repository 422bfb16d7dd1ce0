import type { MessageHit } from '@balcao/shared/entities/message-hit.ts'
import { Link, useParams } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime } from '#/lib/format.ts'
import { TicketAvatar } from '../ticket-avatar.tsx'
import { GroupHead } from './group-head.tsx'
import { MarkedLine } from './marked-line.tsx'
import type { FoundMessages } from './use-found-messages.ts'

/** Height of a hit, px: a name, two lines of text, and the ticket's status. */
const HIT_HEIGHT = 104

/** Shows the second part of a search's result: the messages with its words, marked. */
export function MessageHits({ found }: { found: FoundMessages }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { uuid } = useParams({ strict: false })
  const { list, hits, terms } = found
  return (
    <section aria-label={t('ticketDetails:search.messages')}>
      <GroupHead>{t('ticketDetails:search.messages')}</GroupHead>
      {list.isError && hits.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : found.isLooking ? (
        <HitsSkeleton label={t('ticketDetails:search.looking')} />
      ) : hits.length === 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-ink-2 text-sm">
          {t(found.isUnfinished ? 'ticketDetails:search.notYet' : 'ticketDetails:search.inNoMessage')}
          {found.isUnfinished && (
            <Button size="sm" onClick={found.lookFurther}>
              {t('ticketDetails:search.older')}
            </Button>
          )}
        </p>
      ) : (
        <ul aria-label={t('ticketDetails:search.messages')}>
          {hits.map(hit => (
            // Skipped by the browser while out of view: a search has some dozens of them.
            <li
              key={hit.id}
              className="[contain-intrinsic-size:auto_104px] [content-visibility:auto]"
              style={{ height: HIT_HEIGHT }}
            >
              <HitRow hit={hit} terms={terms} selected={hit.ticket.uuid === uuid} />
            </li>
          ))}
        </ul>
      )}
      {list.isFetchingNextPage && hits.length > 0 && (
        <div className="flex h-10 items-center justify-center text-ink-2">
          <Spinner />
        </div>
      )}
    </section>
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
      <TicketAvatar ticket={ticket} />
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
    <div role="status" aria-label={label} className="overflow-hidden">
      {['a', 'b', 'c'].map(key => (
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
