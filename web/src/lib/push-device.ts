/**
 * Web push of this browser: subscribes it, registers it with the server, and keeps both in step.
 */
import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { PushDevice } from '@balcao/shared/entities/push-device.ts'
import i18next from 'i18next'
import type { Language } from './i18n.ts'
import { PUSH_CHANGED } from './push-changed.ts'
import { pushDeviceId, pushUserId } from './push-user.ts'
import { queryClient } from './queries.ts'
import { api, currentUser } from './session.ts'

/**
 * Returns the service worker that would show pushes; undefined where this browser, or this
 * installation, has none.
 */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

const same = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, i) => byte === b[i])

/**
 * Returns a subscription with the server's current key: with an earlier one no push would arrive.
 */
async function subscription({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const applicationServerKey = bytesOf((await api(pushDevices.get)).publicKey)
  const known = await pushManager.getSubscription()
  if (known && same(known.options.applicationServerKey, applicationServerKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

const changed = () => void queryClient.invalidateQueries({ queryKey: queryKey(pushDevices.get) })

/**
 * Turns web push on for this browser. Rejects with the server's ApiError, or the browser's refusal.
 */
export async function turnPushOn(): Promise<PushDevice> {
  const registration = await pushRegistration()
  const user = currentUser()
  if (!registration || !user) throw new Error('this browser cannot be told by push')
  const { endpoint = '', keys } = (await subscription(registration)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const language = i18next.language as Language
  const added = await api(pushDevices.add, { body: { endpoint, keys: { p256dh, auth }, language } })
  pushDeviceId.set(added.id)
  pushUserId.set(user.id)
  changed()
  return added
}

/** Turns web push off for this browser. Rejects with the server's ApiError. */
export async function turnPushOff(): Promise<void> {
  const id = pushDeviceId.get()
  if (id) await api(pushDevices.remove, { params: { id } })
  pushUserId.set('')
  pushDeviceId.set('')
  await (await (await pushRegistration())?.pushManager.getSubscription())?.unsubscribe()
  changed()
}

/**
 * Registers the browser again after a sign-in, or when the worker has another subscription, if the
 * user wants web push here. Never rejects.
 */
export async function keepPush(): Promise<void> {
  const user = currentUser()
  if (!user || user.support || pushUserId.get() !== user.id) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  await turnPushOn().catch(() => undefined)
}

/**
 * Keeps the server in step with the worker's subscription until the returned function is called.
 */
export function watchPush(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const onMessage = (event: MessageEvent) => {
    if (event.data === PUSH_CHANGED) void keepPush()
  }
  navigator.serviceWorker.addEventListener('message', onMessage)
  return () => navigator.serviceWorker.removeEventListener('message', onMessage)
}
