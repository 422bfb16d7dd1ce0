/**
 * What features put into the shell: the only file of the shell that imports them (with `bell.tsx` and `announcements-popover.tsx`, which come later).
 * `RealtimeSlot` is mounted once for a signed-in person and shows nothing; `NotificationsSlot` stands in the top bar;
 * `NavBadge` is what an item of the drawer or the bottom bar carries.
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { ContactCommands } from '#/features/contacts/contact-commands.tsx'
import { TicketCommands } from '#/features/tickets/ticket-commands.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useOnline } from '#/lib/use-online.ts'
import { useNotifications } from '#/realtime/notifications.ts'
import { RealtimeHost } from '#/realtime/realtime-host.tsx'
import { useSocketState } from '#/realtime/socket.ts'

const PATIENCE_MS = 2000

/** Groups of the command bar that search in features. */
export function CommandSources() {
  return (
    <>
      <TicketCommands />
      <ContactCommands />
    </>
  )
}

export function RealtimeSlot() {
  return <RealtimeHost />
}

const Bell = lazy(async () => {
  const [file] = await Promise.all([import('./bell.tsx'), loadTexts('tickets', 'jobs', 'contracts')])
  return { default: file.Bell }
})

const Announcements = lazy(async () => {
  const [file] = await Promise.all([import('./announcements-popover.tsx'), loadTexts('tickets', 'announcements')])
  return { default: file.AnnouncementsPopover }
})

export function NotificationsSlot() {
  return (
    <>
      <Suspense fallback={<span className="size-control" />}>
        <Bell />
      </Suspense>
      <Suspense fallback={<span className="size-control" />}>
        <Announcements />
      </Suspense>
    </>
  )
}

/** A quiet line while the live connection is down; a moment's gap is not worth a word. */
export function ReconnectingSlot() {
  const { t } = useTranslation()
  const state = useSocketState()
  const down = state === 'reconnecting' || state === 'parked'
  const online = useOnline()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!down) return setShown(false)
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [down])
  return (
    <div role="status">
      {shown && online && (
        <p className="flex items-center justify-center gap-2 border-line border-b bg-active px-4 py-1 text-ink-2 text-sm">
          {state === 'reconnecting' && <Spinner />}
          {state === 'parked' ? t('offline.parked') : t('offline.reconnecting')}
        </p>
      )}
    </div>
  )
}

/** Conversations with unheard messages, on the tickets' item. */
export function NavBadge({ item }: { item: string }) {
  const count = useNotifications().length
  return item === 'tickets' ? <CountBadge count={count} tone="danger" /> : null
}
