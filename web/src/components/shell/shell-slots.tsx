/**
 * Parts of the shell that features provide: the only file of the shell that imports them (with
 * `bell.tsx`, `announcements-popover.tsx` and `command-sources.tsx`, which load later).
 * `RealtimeSlot` is mounted once for a signed-in person and renders nothing; `NotificationsSlot` is
 * in the top bar: internal chats, the bell, announcements; `NavBadge` is the badge of an item of
 * the drawer or the bottom bar.
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useStore } from '#/lib/store.ts'
import { useOnline } from '#/lib/use-online.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { idle } from '#/lib/when-idle.ts'
import { unreadChats } from '#/realtime/chat-state.ts'
import { useNotifications, worthAsking } from '#/realtime/notifications.ts'
import { RealtimeHost } from '#/realtime/realtime-host.tsx'
import { useSocketState } from '#/realtime/socket.ts'

const SHOW_DELAY_MS = 2000

export function RealtimeSlot() {
  return <RealtimeHost />
}

// They load after the screen is shown and has requested its data.
const Bell = lazy(async () => {
  await idle()
  const [file] = await Promise.all([import('./bell.tsx'), loadTexts('tickets', 'ticketDetails', 'jobs', 'contracts')])
  return { default: file.Bell }
})

const Announcements = lazy(async () => {
  await idle()
  const [file] = await Promise.all([import('./announcements-popover.tsx'), loadTexts('tickets', 'announcements')])
  return { default: file.AnnouncementsPopover }
})

const Chats = lazy(async () => {
  await idle()
  const [file] = await Promise.all([import('#/features/chats/chats-popover.tsx'), loadTexts('chats')])
  return { default: file.ChatsPopover }
})

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

const NotificationBar = lazy(async () => {
  const [file] = await Promise.all([import('./notification-bar.tsx'), loadTexts('notifications')])
  return { default: file.NotificationBar }
})

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
