import { chats } from '@balcao/shared/api/content/chats.ts'
import type { Chat } from '@balcao/shared/entities/chat.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayHeader } from '#/components/conversation/day-header.tsx'
import { MessagesSkeleton } from '#/components/conversation/messages-skeleton.tsx'
import { OlderMessages } from '#/components/conversation/older-messages.tsx'
import { ToEndButton } from '#/components/conversation/to-end-button.tsx'
import { UnreadLine } from '#/components/conversation/unread-line.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { useLogScroll } from '#/lib/use-log-scroll.ts'
import { keepNewestChatMessages } from '#/realtime/chat-cache.ts'
import { ChatBubble, PendingChatBubble } from './chat-bubble.tsx'
import { chatDays, type UnreadMark, unreadFrom } from './chat-timeline.ts'
import { discardChatMessage, resendChatMessage, usePendingChatMessages } from './public/chat-outbox.ts'

/** Distance from the top at which older messages load, px. */
const NEAR_TOP = 600

/**
 * Shows the messages by day, with older pages above; it follows the newest unless the person has
 * scrolled up.
 */
export function ChatMessages({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chats')
  const client = useQueryClient()
  const user = useUser()
  // Links to files expire after some minutes.
  const query = useInfiniteQuery({ ...apiPages(chats.messages, { params: { id: chat.id } }), refetchOnMount: 'always' })
  useEffect(() => () => keepNewestChatMessages(client, chat.id), [client, chat.id])
  const outgoing = usePendingChatMessages(chat.id, user.id)
  // Number of unread messages when the chat was opened; their mark stays while more arrive.
  const [unreadCount] = useState(chat.users.find(({ userId }) => userId === user.id)?.unreads ?? 0)
  const unread = useRef<UnreadMark | null | undefined>(undefined)
  const messages = useMemo(() => (query.data?.pages ?? []).toReversed().flatMap(page => page.records), [query.data])
  if (unread.current === undefined && messages.length > 0) unread.current = unreadFrom(messages, unreadCount, user.id)
  const mark = unread.current ?? null
  const days = useMemo(
    () => chatDays({ messages, outgoing, unread: mark, userId: user.id, zone: companyZone() }),
    [messages, outgoing, mark, user.id],
  )
  const older = () => {
    if (query.hasNextPage && !query.isFetchNextPageError) void query.fetchNextPage({ cancelRefetch: false })
  }
  const { box, away, missed, scrolled, toEnd } = useLogScroll({
    first: messages[0]?.id ?? '',
    last: messages.at(-1)?.id ?? '',
    sending: outgoing.at(-1)?.clientId ?? '',
    isShown: !query.isPending,
    nearTop: NEAR_TOP,
    onTop: older,
    isFetching: query.isFetching,
    othersSince: before => {
      const seen = messages.findIndex(({ id }) => id === before)
      return messages.slice(seen + 1).filter(({ senderId }) => senderId !== user.id).length
    },
  })

  if (query.isPending) return <MessagesSkeleton label={t('loading')} />
  if (query.isError && messages.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label={t('log', { title: chat.title })}
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={scrolled}
        aria-busy={query.isFetchingNextPage}
        className="h-full overflow-y-auto overflow-x-hidden overscroll-contain scroll-pt-8 bg-bg -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="mx-auto flex min-h-full max-w-4xl flex-col justify-end pb-3">
          {days.length === 0 && <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
          {days.map(day => (
            <section key={day.key}>
              <DayHeader date={day.date} />
              {day.rows.map(row =>
                row.kind === 'unread' ? (
                  <UnreadLine key={row.key}>{t('unreadMark', { count: row.count })}</UnreadLine>
                ) : row.kind === 'message' ? (
                  <ChatBubble
                    key={row.key}
                    message={row.message}
                    own={row.message.senderId === user.id}
                    joined={row.joined}
                  />
                ) : (
                  <PendingChatBubble
                    key={row.key}
                    item={row.item}
                    joined={row.joined}
                    onAgain={() => resendChatMessage(client, row.item)}
                    onDiscard={() => discardChatMessage(row.item.clientId)}
                  />
                ),
              )}
            </section>
          ))}
        </div>
      </div>
      <OlderMessages
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onRetry={() => void query.fetchNextPage()}
      />
      {away && <ToEndButton onClick={toEnd} label={missed > 0 ? t('newBelow', { count: missed }) : t('toEnd')} />}
    </div>
  )
}
