/**
 * Parts of the shell that features provide.
 * `RealtimeSlot` is mounted once for a signed-in person and renders nothing; `NotificationsSlot` is
 * in the top bar: internal chats, the bell, announcements; `NavBadge` is the badge of an item of
 * the drawer or the bottom bar.
 */

import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { idlePart } from '#/lib/idle-part.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useStore } from '#/lib/store.ts'
import { useOnline } from '#/lib/use-online.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { unreadChats } from '#/realtime/chat-state.ts'
import { useNotifications, worthAsking } from '#/realtime/notifications.ts'
import { RealtimeHost } from '#/realtime/realtime-host.tsx'
import { useSocketState } from '#/realtime/socket.ts'

const SHOW_DELAY_MS = 2000

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

const NotificationBar = lazyPart(
  () => import('./notification-bar.tsx').then(file => file.NotificationBar),
  'notifications',
)

/**
 * Asks for notifications only after there was something to notify of: nobody is asked right after
 * the sign-in.
 */
export function NotificationSlot() {
  const worth = useStore(worthAsking)
  return <Suspense>{worth && <NotificationBar />}</Suspense>
}

/**
 * Shows a discreet line while the realtime connection is down; a short gap is not worth a message.
 */
export function ReconnectingSlot() {
  const { t } = useTranslation()
  const state = useSocketState()
  const down = state === 'reconnecting' || state === 'suspended'
  const online = useOnline()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!down) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [down])
  return (
    <div role="status">
      {shown && online && (
        <p className="flex items-center justify-center gap-2 border-line border-b bg-active px-4 py-1 text-ink-2 text-sm">
          {state === 'reconnecting' && <Spinner />}
          {state === 'suspended' ? t('offline.suspended') : t('offline.reconnecting')}
        </p>
      )}
    </div>
  )
}

/**
 * Shows the number of notifications at the tickets' item, and a dot at the internal chats' item
 * while something is unread.
 */
export function NavBadge({ item }: { item: string }) {
  const { t } = useTranslation()
  const count = useNotifications().length
  const unread = useStore(unreadChats) > 0
  if (item === 'tickets') return <CountBadge count={count} tone="danger" />
  if (item !== 'chats' || !unread) return null
  return (
    <span title={t('nav.unread')} className="size-2.5 rounded-full bg-accent">
      <span className="sr-only">{t('nav.unread')}</span>
    </span>
  )
}
