/**
 * Parts of the shell that features provide.
 * `RealtimeSlot` is mounted once for a signed-in person and renders nothing; `NotificationsSlot` is
 * in the top bar: internal chats, the bell, announcements; `NavBadge` is the badge of an item of
 * the drawer or the bottom bar.
 */

import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { idlePart } from '#/lib/idle-part.ts'
import { useStore } from '#/lib/store.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { unreadChats } from '#/realtime/chat-state.ts'
import { RealtimeHost } from '#/realtime/realtime-host.tsx'
import { useTicketCounts } from './use-ticket-counts.ts'

export function RealtimeSlot() {
  return <RealtimeHost />
}

// They load after the screen is shown and has requested its data.
const Bell = idlePart(
  () => import('./bell.tsx').then(file => file.Bell),
  'tickets',
  'ticketDetails',
  'jobs',
  'contracts',
)

const Announcements = idlePart(
  () => import('./announcements-popover.tsx').then(file => file.AnnouncementsPopover),
  'tickets',
  'announcements',
)

const Chats = idlePart(
  () => import('#/features/chats/public/chats-popover.tsx').then(file => file.ChatsPopover),
  'chats',
)

const Signs = idlePart(() => import('./signs/signs.tsx').then(file => file.Signs), 'signs', 'server')

/** Shows what burns for this person, once the screen is there. */
export function SignsSlot() {
  return (
    <Suspense>
      <Signs />
    </Suspense>
  )
}

export function NotificationsSlot() {
  const chats = usePlan()?.useInternalChat === true
  return (
    <>
      {chats && (
        <Suspense fallback={<span className="size-control" />}>
          <Chats />
        </Suspense>
      )}
      <Suspense fallback={<span className="size-control" />}>
        <Bell />
      </Suspense>
      <Suspense fallback={<span className="size-control" />}>
        <Announcements />
      </Suspense>
    </>
  )
}

/**
 * Shows how much waits and is unread at the tickets' item, and a dot at the internal chats' item
 * while something is unread.
 * @param props.both shows the two numbers apart, where there is room for them
 */
export function NavBadge({ item, both = false }: { item: string; both?: boolean }) {
  if (item === 'tickets') return <TicketBadge both={both} />
  return item === 'chats' ? <ChatDot /> : null
}

function TicketBadge({ both }: { both: boolean }) {
  const { t } = useTranslation('shell')
  const { waiting, unread } = useTicketCounts()
  const words = [
    waiting > 0 && t('nav.waiting', { count: waiting }),
    unread > 0 && t('nav.unreadTickets', { count: unread }),
  ].filter(word => word !== false)
  if (!both) return <CountBadge count={waiting + unread} label={words.join(', ')} />
  return (
    <span className="flex gap-1">
      <CountBadge count={waiting} tone="neutral" label={t('nav.waiting', { count: waiting })} />
      <CountBadge count={unread} label={t('nav.unreadTickets', { count: unread })} />
    </span>
  )
}

function ChatDot() {
  const { t } = useTranslation('shell')
  if (useStore(unreadChats) === 0) return null
  return (
    <span title={t('nav.unread')} className="size-2.5 rounded-full bg-accent">
      <span className="sr-only">{t('nav.unread')}</span>
    </span>
  )
}
