import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, Unplug } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { formatDay, formatTime } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { useLogScroll } from '#/lib/use-log-scroll.ts'
import { keepNewest } from '#/realtime/message-pages.ts'
import { useWriter } from '#/realtime/presence.ts'
import type { Wish } from './find/use-asked-message.ts'
import { useJump } from './find/use-jump.ts'
import { useStretch } from './find/use-stretch.ts'
import { MessageBubble, type MessageHandlers, OutgoingBubble } from './message-bubble.tsx'
import { discard, type Outgoing, sendAgain, useOutgoing } from './outbox.ts'
import { byDay, isAnswered, type TimelineRow, timeline, type Unread, unreadFrom } from './timeline.ts'

interface MessageListProps {
  ticket: Ticket
  readOnly: boolean
  /** The connection's name while it is down. */
  down?: string | null
  /** A message to go to. */
  wish?: Wish | null
  handlers: Omit<MessageHandlers, 'onJump'>
}

const NONE: readonly Outgoing[] = []

/** Pixels from the top at which older messages load. */
const NEAR_TOP = 50

/** The conversation: grouped by day, older pages above, following the newest unless the person scrolled up. */
export function MessageList({ ticket, readOnly, down = null, wish = null, handlers }: MessageListProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const user = useUser()
  // What became of messages (their marks, edits, deletions) is told only while their conversation is open.
  const newest = useInfiniteQuery({
    ...apiPages(messagesApi.list, { params: { ticketId: ticket.id } }),
    refetchOnMount: 'always',
  })
  const stretch = useStretch(ticket.id)
  const isStretch = stretch.around !== null && stretch.query.data !== undefined
  // The newest messages are further down than what is loaded.
  const held = isStretch && stretch.query.hasPreviousPage
  const query = isStretch ? stretch.query : newest
  useEffect(() => () => keepNewest(client, ticket.id), [client, ticket.id])
  const log = useQuery(apiQuery(ticketsLog.list, { params: { ticketId: ticket.id } })).data
  const sent = useOutgoing(ticket.id)
  const outgoing = held ? NONE : sent
  const writer = useWriter(ticket.id)
  // Where reading stopped when the conversation was opened; it stays where it is while more comes, until somebody answers.
  const [unreadCount] = useState(ticket.unreadMessages)
  const unread = useRef<Unread | null | undefined>(undefined)

  const pages: readonly { messages: Message[] }[] | undefined = query.data?.pages
  const messages = useMemo(() => (pages ?? []).toReversed().flatMap(page => page.messages), [pages])
  if (unread.current === undefined && messages.length > 0) unread.current = unreadFrom(messages, unreadCount)
  const mark = unread.current && !isAnswered(messages, outgoing, unread.current) ? unread.current : null
  const days = useMemo(
    () =>
      byDay(
        timeline({
          messages,
          outgoing,
          ...(log && !held ? { log } : {}),
          unread: mark,
          userId: user.id,
          zone: companyZone(),
        }),
      ),
    [messages, outgoing, log, held, mark, user.id],
  )
  const first = messages[0]?.id ?? ''
  const last = messages.at(-1)?.id ?? ''
  const sending = outgoing.at(-1)?.clientId ?? ''

  const { box, away, missed, scrolled, toEnd, stay, follow } = useLogScroll({
    first,
    last,
    sending,
    isShown: !query.isPending,
    nearTop: NEAR_TOP,
    onTop: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    held,
    onEnd: () => {
      if (stretch.query.hasPreviousPage && !stretch.query.isFetching) void stretch.query.fetchPreviousPage()
    },
    othersSince: before => {
      const seen = messages.findIndex(message => message.id === before)
      // Of a stretch nothing is new.
      if (held || seen === -1) return 0
      return messages.slice(seen + 1).filter(message => !message.fromMe).length
    },
  })

  const { jump, highlighted } = useJump({ stretch, isReady: !newest.isPending, wish, stay })
  // What is shorter than the window has no end to be scrolled to.
  const { data: stretched, hasPreviousPage, isFetching, fetchPreviousPage } = stretch.query
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each page that came
  useEffect(() => {
    const element = box.current
    const isShort = element !== null && element.scrollHeight <= element.clientHeight
    if (isStretch && isShort && hasPreviousPage && !isFetching) void fetchPreviousPage()
  }, [stretched, isStretch, hasPreviousPage, isFetching, fetchPreviousPage])

  const { leave } = stretch
  const toNewest = useCallback(() => {
    follow()
    leave()
  }, [follow, leave])
  // Who writes is at the end of the conversation.
  const writing = sent.at(-1)?.clientId ?? ''
  const written = useRef(writing)
  useEffect(() => {
    if (written.current !== writing && writing !== '' && held) toNewest()
    written.current = writing
  }, [writing, held, toNewest])
  const all = useMemo<MessageHandlers>(() => ({ ...handlers, onJump: jump }), [handlers, jump])

  if (query.isPending) return <ConversationSkeleton label={t('message.loading')} />
  if (query.isError && messages.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={t('message.log', { name: ticket.contact.name })}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        data-conversation-log
        onScroll={scrolled}
        onKeyDown={event => {
          // Here the arrows scroll; elsewhere they move through the list.
          if (event.key.startsWith('Arrow')) event.stopPropagation()
        }}
        aria-busy={query.isFetchingNextPage}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain bg-bg -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="mx-auto flex min-h-full max-w-4xl flex-col justify-end pb-3">
          {days.length === 0 && <EmptyState title={t('message.empty')} />}
          {days.map(day => (
            <section key={day.key}>
              {day.rows.map(row => (
                <Row
                  key={row.key}
                  row={row}
                  group={ticket.isGroup}
                  peer={ticket.contact.name}
                  readOnly={readOnly}
                  userId={user.id}
                  highlighted={highlighted}
                  down={down}
                  handlers={all}
                  onAgain={id => sendAgain(client, id)}
                />
              ))}
            </section>
          ))}
          {writer && !held && (
            <p className="px-4 pt-2 text-ink-2 text-sm" role="status">
              {writer.name
                ? t('writing.user', { name: writer.name })
                : t(writer.presence === 'recording' ? 'writing.recording' : 'writing.contact', {
                    name: isolate(ticket.contact.name),
                  })}
            </p>
          )}
        </div>
      </div>
      {(query.isFetchingNextPage || (stretch.around !== null && !isStretch)) && (
        <span className="absolute top-10 left-1/2 flex size-8 -translate-x-1/2 items-center justify-center rounded-full bg-raised text-ink-2 shadow-overlay">
          <Spinner />
        </span>
      )}
      {(away || held) && (
        <button
          type="button"
          onClick={held ? toNewest : toEnd}
          className="absolute right-4 bottom-3 flex h-9 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 font-medium text-sm shadow-overlay hover:bg-hover"
        >
          <ArrowDown size={16} className="icon" />
          {missed > 0 ? t('message.newBelow', { count: missed }) : t('message.toEnd')}
        </button>
      )}
    </div>
  )
}

interface RowProps {
  row: TimelineRow
  group: boolean
  peer: string
  readOnly: boolean
  userId: string
  highlighted: string | null
  down: string | null
  handlers: MessageHandlers
  onAgain: (clientId: string) => void
}

function Row({ row, group, peer, readOnly, userId, highlighted, down, handlers, onAgain }: RowProps) {
  const { t } = useTranslation('tickets')
  switch (row.kind) {
    case 'day':
      return (
        <h3 className="sticky top-0 z-10 flex justify-center py-2">
          <span className="rounded-full border border-line bg-surface px-3 py-0.5 text-ink-2 text-xs">
            {/* Noon of the day, so that no zone turns it into its neighbour. */}
            {formatDay(`${row.date}T12:00:00Z`)}
          </span>
        </h3>
      )
    case 'unread':
      return (
        <p className="my-2 flex items-center gap-3 px-4 text-accent-ink text-xs before:h-px before:flex-1 before:bg-accent-line after:h-px after:flex-1 after:bg-accent-line">
          {t('message.unreadMark', { count: row.count })}
        </p>
      )
    case 'gap':
      return (
        <p className="my-2 flex items-center justify-center gap-1.5 px-4 text-center text-ink-2 text-xs">
          <Unplug size={14} className="icon shrink-0" />
          {t('message.gap', { from: formatTime(row.from), to: formatTime(row.to), count: row.recovered })}
        </p>
      )
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          joined={row.joined}
          group={group}
          peer={peer}
          readOnly={readOnly}
          userId={userId}
          highlighted={highlighted === row.message.id}
          down={row.message.fromMe && row.message.ack === 0 ? down : null}
          handlers={handlers}
        />
      )
    case 'outgoing':
      return (
        <OutgoingBubble
          item={row.item}
          peer={peer}
          joined={row.joined}
          onAgain={() => onAgain(row.item.clientId)}
          onDiscard={() => discard(row.item.clientId)}
        />
      )
  }
}

function ConversationSkeleton({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden bg-bg p-4"
    >
      {['w-2/5', 'ml-auto w-1/3', 'w-1/2', 'w-1/4', 'ml-auto w-2/5'].map(width => (
        <Skeleton key={width} className={`h-12 rounded-lg ${width}`} />
      ))}
    </div>
  )
}
