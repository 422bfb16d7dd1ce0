import { type ComponentType, Suspense, useEffect } from 'react'
import { useHeldChatMessages } from '#/features/chats/public/chat-outbox.ts'
import { useHeld } from '#/features/tickets/public/outgoing.ts'
import { newVersion } from '#/lib/installed/service-worker.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { leaveSupport, useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { useOnline } from '#/lib/use-online.ts'
import { useDue } from '../use-due.ts'
import type { BarProps } from './bar-props.ts'
import { DueBar } from './due-bar.tsx'
import { LiveBar, useLiveWanted } from './live-bar.tsx'
import { NewVersionBar } from './new-version-bar.tsx'
import { useNotificationsWanted } from './notification-bar.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { isPutOff, putOff, putOffUntil } from './put-off.ts'
import { SupportBar } from './support-bar.tsx'

const UnsentBar = lazyPart(
  () => import('#/features/unsent/public/unsent-bar.tsx').then(file => file.UnsentBar),
  'unsent',
)
const EmailBar = lazyPart(
  () => import('#/features/account/public/email-bar.tsx').then(file => file.EmailBar),
  'onboarding',
)
const NotificationBar = lazyPart(
  () => import('./notification-bar.tsx').then(file => file.NotificationBar),
  'notifications',
)

/** All bars, the most urgent first: the first one that is wanted is shown, alone. */
const BARS = {
  offline: OfflineBar,
  live: LiveBar,
  support: SupportBar,
  unsent: UnsentBar,
  lastDay: DueBar,
  // One press ends these two; the days until the subscription ends can wait for that.
  version: NewVersionBar,
  notifications: NotificationBar,
  due: DueBar,
  email: EmailBar,
} as const satisfies Record<string, ComponentType<BarProps>>

type BarName = keyof typeof BARS

/** Bars that a phone's conversation shows, which otherwise has the whole screen. */
const IN_CONVERSATION: ReadonlySet<BarName> = new Set(['offline', 'live', 'support', 'version'])

/** Bars that may be put off for a day. */
const MAY_WAIT: ReadonlySet<BarName> = new Set(['version', 'due', 'email', 'notifications'])

/**
 * Shows the most urgent bar that was not put off.
 * @param props.whole true while a conversation has the whole screen
 */
export function ShellBars({ whole = false }: { whole?: boolean }) {
  const user = useUser()
  const mayPay = useMayAccess('admin')
  const due = useDue()
  const later = useStore(putOffUntil)
  const held = useHeld().length + useHeldChatMessages().length
  const wanted: Record<BarName, boolean> = {
    offline: !useOnline(),
    live: useLiveWanted(),
    support: user.support !== undefined,
    unsent: held > 0,
    lastDay: mayPay && due?.days === 0,
    due: mayPay && due !== null && due.days > 0,
    version: useStore(newVersion) !== null,
    email: !user.emailConfirmed || user.pendingEmail !== null,
    notifications: useNotificationsWanted(),
  }
  useSupportEnd(user.support?.until)
  const shown = (Object.keys(BARS) as BarName[]).find(
    bar => wanted[bar] && (!whole || IN_CONVERSATION.has(bar)) && !(MAY_WAIT.has(bar) && isPutOff(later, bar)),
  )
  const Bar = shown && BARS[shown]
  return (
    <div role="status">
      <Suspense>{Bar && <Bar onPutOff={MAY_WAIT.has(shown) ? () => putOff(shown) : undefined} />}</Suspense>
    </div>
  )
}

/** Leaves the support session when its time is over. */
function useSupportEnd(until: string | undefined) {
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => void leaveSupport().catch(() => undefined), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
}
