import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayHeader } from '#/components/conversation/day-header.tsx'
import { MessagesSkeleton } from '#/components/conversation/messages-skeleton.tsx'
import { OlderMessages } from '#/components/conversation/older-messages.tsx'
import { ToEndButton } from '#/components/conversation/to-end-button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { useStore } from '#/lib/store.ts'
import { useLogScroll } from '#/lib/use-log-scroll.ts'
import { keepNewest } from '#/realtime/message-pages.ts'
import { useWriter } from '#/realtime/presence.ts'
import { discard, sendAgain } from '../public/outbox.ts'
import { type Outgoing, useOutgoing } from '../public/outgoing.ts'
import { cachedAtOf, useCachedMessages } from './cached-messages.ts'
import { useJump } from './find/use-jump.ts'
import { useMessageRange } from './find/use-message-range.ts'
import type { MessageRequest } from './find/use-target-message.ts'
import type { MessageHandlers } from './message-handlers.ts'
import {
  byDay,
  isAnswered,
  type Place,
  receivedBehind,
  timeline,
  toTimelineBlocks,
  toTimelineParts,
  type Unread,
  unreadFrom,
} from './timeline.ts'
import { timelineChoice } from './timeline-choice.ts'
import { TimelineBlock, TimelinePart, UNREAD_MARK } from './timeline-row.tsx'
import { useMessageKeys } from './use-message-keys.ts'
import { useSeen } from './use-seen.ts'

interface MessageListProps {
  ticket: Ticket
  readOnly: boolean
  /** Name of the connection while it is down. */
  down?: string | null
  /** Message to jump to. */
  target?: MessageRequest | null
  handlers: Omit<MessageHandlers, 'onJump'>
}

const NONE: readonly Outgoing[] = []

/** Distance from the top at which older messages load, px. */
const NEAR_TOP = 400

/**
 * Messages per page: the usual number, and the one where many are unread and the first of them is
 * searched.
 */
const PAGE = 20
const LARGE_PAGE = 100
/**
 * Maximum number of unread messages to search back; with more, a conversation begins at its end.
 */
const MAX_UNREAD = 1000

/** Number of pages whose drawing is skipped together. */
const BLOCK_PAGES = 8

const oldestFirst = (pages: readonly { messages: Message[] }[] = []): Message[] =>
  pages.toReversed().flatMap(page => page.messages)

/**
 * Shows the messages grouped by day, with older pages above. It begins at a requested message, else
 * at the first unread one, or at the end, and follows the newest unless the person has scrolled up.
 */
export function MessageList({ ticket, readOnly, down = null, target = null, handlers }: MessageListProps) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const user = useUser()
  const params = { ticketId: ticket.id }
  // The same for all pages, so that a refetch reaches as far.
  const [limit] = useState(ticket.unreadMessages >= PAGE / 2 ? LARGE_PAGE : PAGE)
  // Changes of messages (acks, edits, deletions) are published only while their conversation is
  // open.
  const newest = useInfiniteQuery({
    ...apiPages(messagesApi.list, { params }),
    queryFn: ({ signal, pageParam }) =>
      api(
        messagesApi.list,
        {
          params,
          query: {
            ...(pageParam === null ? {} : { cursor: pageParam }),
            ...(limit === PAGE ? {} : { limit }),
          },
        },
        { signal },
      ),
    refetchOnMount: 'always',
  })
  const range = useMessageRange(ticket.id)
  const isRange = range.around !== null && range.query.data !== undefined
  /** A jump into the past is still loading. */
  const isLeaving = range.around !== null && !isRange
  // The newest messages come after the loaded ones.
  const held = isRange && range.query.hasPreviousPage
  const query = isRange ? range.query : newest
  useEffect(() => () => keepNewest(client, ticket.id), [client, ticket.id])
  useCachedMessages(ticket, newest.data)
  const shows = useStore(timelineChoice)
  const log = useQuery(apiQuery(ticketsLog.list, { params })).data
  const notes = useQuery({ ...apiQuery(ticketNotes.list, { query: params }), enabled: shows }).data
  const sent = useOutgoing(ticket.id)
  const outgoing = held ? NONE : sent
  const writer = useWriter(ticket.id)

  const newestMessages = useMemo(() => oldestFirst(newest.data?.pages), [newest.data])
  const pages: readonly { messages: Message[]; hasMore: boolean }[] | undefined = query.data?.pages
  const messages = useMemo(() => (isRange ? oldestFirst(pages) : newestMessages), [isRange, pages, newestMessages])
  const cachedAt = isRange ? null : cachedAtOf(newest.data)
  const isFresh = newest.data !== undefined && cachedAtOf(newest.data) === null

  // First unread message when the conversation was opened; it stays while more arrive, until
  // somebody answers.
  const [found, setFound] = useState<Unread | null | undefined>(undefined)
  const { hasNextPage, isFetching, isPaused, fetchNextPage } = newest
  const unreadMessages = ticket.unreadMessages
  const isElsewhere = target !== null || isRange
  useEffect(() => {
    if (found !== undefined || !isFresh) return
    const unread = unreadFrom(newestMessages, unreadMessages)
    const isAbove = unreadMessages > 0 && unread === null && hasNextPage && newestMessages.length < MAX_UNREAD
    if (!isAbove || isPaused || isElsewhere) setFound(unread)
    else if (!isFetching) {
      // If the search fails, the conversation begins at its end.
      fetchNextPage().then(
        ({ isError }) => isError && setFound(null),
        () => setFound(null),
      )
    }
  }, [found, isFresh, isElsewhere, newestMessages, unreadMessages, hasNextPage, isFetching, isPaused, fetchNextPage])
  const mark = found && !isAnswered(messages, outgoing, found) ? found : null

  const middle = isRange ? range.middle : 0
  const placeOf = useMemo(() => {
    const places = new Map<string, Place>()
    pages?.forEach(({ messages: its }, i) => {
      // The newest page grows; the end of the others does not change.
      const grows = i === 0 && !held
      const place = {
        page: grows ? 'newest' : (its.at(-1)?.id ?? ''),
        divided: grows || its.length > PAGE,
        block: Math.floor((i - middle) / BLOCK_PAGES),
      }
      for (const { id } of its) places.set(id, place)
    })
    return (id: string) => places.get(id)
  }, [pages, held, middle])
  const hasOlder = pages?.at(-1)?.hasMore ?? false
  const days = useMemo(() => {
    // Events after a range of the past show with the messages of their time.
    const until = held ? messages.at(-1)?.createdAt : undefined
    const isShown = ({ createdAt }: { createdAt: string }) => until === undefined || createdAt <= until
    const rows = timeline({
      messages,
      outgoing,
      log: log?.filter(entry => (shows || entry.type === 'gap') && isShown(entry)) ?? [],
      notes: (shows && notes?.filter(isShown)) || [],
      hasOlder,
      unread: mark,
      userId: user.id,
      zone: companyZone(),
    })
    return byDay(rows).map(day => {
      const [header, ...rest] = day.rows
      const date = header?.kind === 'day' ? header.date : null
      const parts = toTimelineParts({ key: day.key, rows: date === null ? day.rows : rest }, placeOf)
      return { key: day.key, date, blocks: toTimelineBlocks(day.key, parts, placeOf) }
    })
  }, [messages, outgoing, log, notes, shows, held, hasOlder, mark, user.id, placeOf])
  const first = messages[0]?.id ?? ''
  const last = messages.at(-1)?.id ?? ''
  const sending = outgoing.at(-1)?.clientId ?? ''

  const { box, away, scrolled, toEnd, stay, follow, show } = useLogScroll({
    first,
    last,
    sending,
    isShown: !query.isPending,
    nearTop: NEAR_TOP,
    onTop: () => {
      if (query.hasNextPage && !query.isFetchNextPageError) void query.fetchNextPage({ cancelRefetch: false })
    },
    isFetching: query.isFetching || isLeaving || !isFresh || found === undefined,
    held,
    onEnd: () => {
      if (range.query.hasPreviousPage && !range.query.isFetching) void range.query.fetchPreviousPage()
    },
    // In a range of the past nothing is new.
    othersSince: before => (held ? 0 : receivedBehind(messages, before)),
  })

  // Scrolls once, and not after the person has begun to read elsewhere.
  const touched = useRef(false)
  const touch = useCallback(() => {
    touched.current = true
  }, [])
  const placed = useRef(false)
  useLayoutEffect(() => {
    if (found === undefined || placed.current) return
    placed.current = true
    const element = touched.current ? null : document.getElementById(UNREAD_MARK)
    if (element) show(element)
  }, [found, show])
  const { behind, look } = useSeen({
    ticket,
    messages: held ? newestMessages : messages,
    box,
    ready: isFresh && found !== undefined && !held,
  })

  const stayAt = useCallback(() => {
    touch()
    stay()
  }, [touch, stay])
  const { jump, highlighted } = useJump({ range, isReady: isFresh, target, stay: stayAt })
  // Content shorter than the window cannot be scrolled to its end.
  const { data: rangeData, hasPreviousPage, isFetching: isRangeFetching, fetchPreviousPage } = range.query
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each page that came
  useEffect(() => {
    const element = box.current
    const isShort = element !== null && element.scrollHeight <= element.clientHeight
    if (isRange && isShort && hasPreviousPage && !isRangeFetching) void fetchPreviousPage()
  }, [rangeData, isRange, hasPreviousPage, isRangeFetching, fetchPreviousPage])

  const { leave } = range
  const toNewest = useCallback(() => {
    follow()
    leave()
  }, [follow, leave])
  // A person who writes is at the end of the conversation.
  const writing = sent.at(-1)?.clientId ?? ''
  const written = useRef(writing)
  useEffect(() => {
    if (written.current !== writing && writing !== '' && held) toNewest()
    written.current = writing
  }, [writing, held, toNewest])

  const older = useRef(query)
  older.current = query
  const loadOlder = useCallback(async () => {
    if (!older.current.hasNextPage) return false
    return (await older.current.fetchNextPage()).isSuccess
  }, [])
  const all = useMemo<MessageHandlers>(() => ({ ...handlers, onJump: jump }), [handlers, jump])
  const again = useCallback((clientId: string) => sendAgain(client, clientId), [client])

  const known = useRef(messages)
  known.current = messages
  const find = useCallback((id: string) => known.current.find(message => message.id === id), [])
  const keyDown = useMessageKeys({ box, find, readOnly, handlers, loadOlder })

  if (query.isPending) return <MessagesSkeleton label={t('message.loading')} />
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
        onScroll={() => {
          scrolled()
          look()
        }}
        onWheel={touch}
        onTouchMove={touch}
        onPointerDown={touch}
        onKeyDown={event => {
          touch()
          keyDown(event)
        }}
        aria-busy={query.isFetchingNextPage || !isFresh}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain scroll-pt-8 bg-bg -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="mx-auto flex min-h-full max-w-4xl flex-col justify-end pb-3">
          {days.length === 0 && <EmptyState title={t('message.empty')} />}
          {days.map(day => (
            <section key={day.key}>
              {day.date !== null && <DayHeader date={day.date} />}
              {day.blocks.map(block => (
                <TimelineBlock key={block.key}>
                  {block.parts.map(part => (
                    <TimelinePart
                      key={part.key}
                      rows={part.rows}
                      group={ticket.isGroup}
                      peer={ticket.contact.name}
                      readOnly={readOnly}
                      userId={user.id}
                      highlighted={highlighted}
                      down={down}
                      handlers={all}
                      onAgain={again}
                      onDiscard={discard}
                    />
                  ))}
                </TimelineBlock>
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
      {cachedAt !== null && (
        <p
          role="status"
          className="absolute top-2 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 whitespace-nowrap rounded-full border border-line-strong bg-raised px-3 py-1 text-ink-2 text-xs shadow-overlay"
        >
          {query.isFetching && !query.isPaused ? (
            <>
              <Spinner /> {t('message.refreshing')}
            </>
          ) : (
            t('message.keptCopy', { when: formatWhen(cachedAt) })
          )}
        </p>
      )}
      <OlderMessages
        loading={query.isFetchingNextPage || isLeaving}
        failed={query.isFetchNextPageError}
        onRetry={() => void query.fetchNextPage()}
      />
      {(away || held) && (
        <ToEndButton
          onClick={held ? toNewest : toEnd}
          label={behind > 0 ? t('message.newBelow', { count: behind }) : t('message.toEnd')}
        />
      )}
    </div>
  )
}
