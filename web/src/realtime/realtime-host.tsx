import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { unsentMessages } from '#/features/tickets/public/outgoing.ts'
import { lazyModule } from '#/lib/lazy-module.ts'
import { currentUser } from '#/lib/session.ts'
import { listUnsent } from '#/lib/unsent.ts'
import { idle } from '#/lib/when-idle.ts'
import { learnProfile } from './learn-profile.ts'
import { onNotification, useNotifications } from './notifications.ts'
import { type Join, joinRoom, onJoined, onOnline } from './rooms.ts'
import { onRealtime, onReconnect, type RealtimeEvent, startRealtime, stopRealtime } from './socket.ts'

/**
 * The module that applies events names most of the API contract, so it loads after the first
 * screen.
 */
const changes = lazyModule(() => import('./apply-event.ts'))

/**
 * Fetches again what may have missed an event; everything, if the module for it cannot be loaded.
 */
const catchUp = (client: QueryClient, join?: Join) =>
  void import('./catch-up.ts').then(
    part => part.catchUp(client, join),
    () => void client.invalidateQueries(),
  )

function apply(client: QueryClient, event: RealtimeEvent) {
  const part = changes.store.get()
  if (part) return part.applyEvent(client, event)
  // The first events wait for the module, in their order; if it cannot be loaded, they count as
  // missed.
  changes.load().then(
    () => changes.store.get()?.applyEvent(client, event),
    () => catchUp(client),
  )
}

/** Shows the number of notifications on the installed app's icon, where there is one. */
async function showBadge(count: number) {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
}

/** Tells the server whether this tab is visible: a user with a visible tab gets no web push. */
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

/**
 * Keeps this browser's push subscription in step with the server, once the first screen is shown.
 */
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
    // The module could not be loaded: the next start of the app tries again.
    .catch(() => undefined)
  return () => {
    isOver = true
    end?.()
  }
}

/**
 * Keeps begun texts in step with the user's other devices, once the first screen is shown; `pull`
 * reads again what the server has.
 */
function keepDrafts(): { pull: () => void; end: () => void } {
  let kept: { pull: () => void; end: () => void } | undefined
  let isOver = false
  idle()
    .then(() => import('#/features/tickets/public/text-drafts.ts'))
    .then(({ keepTextDrafts }) => {
      // A support session shares nothing of what the admin writes.
      if (!isOver && !currentUser()?.support) kept = keepTextDrafts()
    })
    // The module could not be loaded: the next start of the app tries again.
    .catch(() => undefined)
  return {
    pull: () => kept?.pull(),
    end() {
      isOver = true
      kept?.end()
    },
  }
}

/**
 * Resumes everything that waits to be sent; the code for it is loaded only where there is
 * something.
 */
function resumeUnsent(client: QueryClient) {
  if (listUnsent('message').length + unsentMessages().length > 0)
    import('#/features/tickets/public/resume-outbox.ts').then(
      ({ resumeOutbox }) => resumeOutbox(client),
      // The next connection, or start of the app, tries again.
      () => undefined,
    )
  if (listUnsent('said').length > 0)
    import('#/features/chats/public/chat-outbox.ts')
      .then(({ resumeChatOutbox }) => resumeChatOutbox(client))
      .catch(() => undefined)
}

/**
 * Keeps the socket, the cache and the outbox in step while somebody is signed in. Renders nothing.
 */
export function RealtimeHost() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const waiting = useNotifications().length
  useEffect(() => {
    void showBadge(waiting)
  }, [waiting])
  useEffect(() => {
    const drafts = keepDrafts()
    const endings = [
      drafts.end,
      onRealtime(event => apply(client, event)),
      onReconnect(() => resumeUnsent(client)),
      onNotification(alert => {
        const open = ({ uuid }: Ticket) => void navigate({ to: '/tickets/$uuid', params: { uuid } })
        import('./show-alert.ts').then(({ showAlert }) => showAlert(alert, open)).catch(() => undefined)
      }),
      onScreen(),
      keepPushed(),
      onOnline(() => {
        catchUp(client)
        drafts.pull()
        // Without an answer the cached profile stays; the next connection asks again.
        void learnProfile().catch(() => undefined)
      }),
      onJoined(join => catchUp(client, join)),
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
