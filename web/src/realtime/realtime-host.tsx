import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { unsentMessages } from '#/features/tickets/conversation/outgoing.ts'
import { onDemand } from '#/lib/on-demand.ts'
import { listUnsent } from '#/lib/unsent.ts'
import { idle } from '#/lib/when-idle.ts'
import { learnProfile } from './learn-profile.ts'
import { onNotification, useNotifications } from './notifications.ts'
import {
  joinRoom,
  onOnline,
  onRealtime,
  onReconnect,
  type RealtimeEvent,
  startRealtime,
  stopRealtime,
} from './socket.ts'

const TITLE = 'Balcão'

/** What an event does to the cache names most of the contract: it comes beside the first screen, not with it. */
const changes = onDemand(() => import('./apply-event.ts'))

/** After a reconnect nothing that was heard is trusted: what is on screen is fetched again, the rest when it is shown. */
const catchUp = (client: QueryClient) => void client.invalidateQueries()

function apply(client: QueryClient, event: RealtimeEvent) {
  const part = changes.store.get()
  if (part) return part.applyEvent(client, event)
  // The first events wait for it, in their order; one that it did not come for counts as not heard.
  changes.load().then(
    () => changes.store.get()?.applyEvent(client, event),
    () => catchUp(client),
  )
}

/** On the icon of the installed app, where there is one. */
async function showBadge(count: number) {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
}

/** Says whether this tab is seen: who sees one is not told by push. */
function onScreen(): () => void {
  let leave: (() => void) | undefined
  const look = () => {
    leave?.()
    leave = document.visibilityState === 'visible' ? joinRoom({ action: 'joinScreen' }) : undefined
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leave?.()
  }
}

/** Keeps what this browser is told by push in step, once the screen stands. */
function keepPushed(): () => void {
  let end: (() => void) | undefined
  let isOver = false
  idle()
    .then(() => import('#/lib/push-device.ts'))
    .then(({ keepPush, watchPush }) => {
      if (isOver) return
      end = watchPush()
      return keepPush()
    })
    // It did not come: the next opening asks again.
    .catch(() => undefined)
  return () => {
    isOver = true
    end?.()
  }
}

/** Takes up everything that waits to be sent; what does so is loaded where there is something. */
function resumeUnsent(client: QueryClient) {
  if (listUnsent('message').length + unsentMessages().length > 0)
    import('#/features/tickets/conversation/resume-outbox.ts').then(
      ({ resumeOutbox }) => resumeOutbox(client),
      // The next connection, or opening, tries again.
      () => undefined,
    )
  if (listUnsent('said').length > 0)
    import('#/features/chats/chat-outbox.ts').then(({ resumeSaid }) => resumeSaid(client)).catch(() => undefined)
}

/** Keeps the socket, the cache and the outbox in step for as long as somebody is signed in. Shows nothing. */
export function RealtimeHost() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const waiting = useNotifications().length
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${TITLE}` : TITLE
    void showBadge(waiting)
  }, [waiting])
  useEffect(() => {
    const endings = [
      onRealtime(event => apply(client, event)),
      onReconnect(() => {
        catchUp(client)
        resumeUnsent(client)
      }),
      onNotification(alert => {
        const open = ({ uuid }: Ticket) => void navigate({ to: '/tickets/$uuid', params: { uuid } })
        import('./tell-alert.ts').then(({ tellAlert }) => tellAlert(alert, open)).catch(() => undefined)
      }),
      onScreen(),
      keepPushed(),
      // Without an answer what is known stays; the next opening asks again.
      onOnline(() => void learnProfile().catch(() => undefined)),
      joinRoom({ action: 'joinNotification' }),
    ]
    const resume = () => resumeUnsent(client)
    window.addEventListener('online', resume)
    void idle().then(changes.preload)
    startRealtime()
    resume()
    return () => {
      for (const end of endings) end()
      window.removeEventListener('online', resume)
      stopRealtime()
      void showBadge(0)
    }
  }, [client, navigate])
  return null
}
