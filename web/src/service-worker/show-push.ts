/**
 * Web push in the service worker: shows notifications, opens their tickets, and subscribes again
 * when the browser has given up a subscription.
 */

import { PUSH_CHANGED } from '../lib/push-changed.ts'

/**
 * Content of a push (functions/src/pushes/send-to-device.ts). `message` is the id of the message it
 * announces; null for a test.
 */
type PushContent = { title: string; body: string; tag: string; url: string; message: string | null }

const isPushContent = (value: unknown): value is PushContent =>
  typeof value === 'object' &&
  value !== null &&
  (['title', 'body', 'tag', 'url'] as const).every(name => typeof (value as Record<string, unknown>)[name] === 'string')

/** Handles `push`, `notificationclick` and `pushsubscriptionchange` of a service worker. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', event => event.waitUntil(show(scope, event.data)))
  scope.addEventListener('notificationclick', event => {
    event.notification.close()
    event.waitUntil(open(scope, event.notification.data as Partial<PushContent> | undefined))
  })
  scope.addEventListener('pushsubscriptionchange', event => event.waitUntil(subscribeAnew(scope, event as Changed)))
}

function read(data: PushMessageData | null): PushContent | undefined {
  try {
    const value: unknown = data?.json()
    return isPushContent(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Shows one notification per ticket. A push that arrives twice replaces the first without another
 * sound.
 */
async function show({ registration }: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> {
  // Browsers take the permission away from who is told something and shows nothing.
  const content = read(data) ?? { title: 'Balcão', body: '', tag: 'message', url: '/', message: null }
  const shown = await registration.getNotifications({ tag: content.tag })
  const again =
    content.message !== null && shown.some(each => (each.data as PushContent | null)?.message === content.message)
  const options = {
    ...{ body: content.body, tag: content.tag, data: content, icon: '/icons/icon-192.png' },
    ...{ renotify: !again, silent: again },
  }
  await registration.showNotification(content.title, options)
}

/** In a tab that is open, else in a new one. Only what is of this site. */
async function open(
  { clients, location }: ServiceWorkerGlobalScope,
  content: Partial<PushContent> | undefined,
): Promise<void> {
  const asked = new URL(content?.url ?? '/', location.origin)
  const url = asked.origin === location.origin ? asked.href : location.origin
  const [tab] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!tab) return void (await clients.openWindow(url))
  await tab.focus()
  // A tab of before there was this worker cannot be sent elsewhere by it.
  await tab.navigate(url).catch(() => clients.openWindow(url))
}

type Changed = Event & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }

/**
 * Subscribes again. The server is told by an open page, now or when one is next opened: the worker
 * has no session.
 */
async function subscribeAnew({ registration, clients }: ServiceWorkerGlobalScope, event: Changed): Promise<void> {
  const key = event.oldSubscription?.options.applicationServerKey
  if (!event.newSubscription && key)
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  for (const tab of await clients.matchAll({ type: 'window' })) tab.postMessage(PUSH_CHANGED)
}
