/** Web push of this browser: subscribes it, says so to the server, and keeps both in step. */
import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { PushDevice } from '@balcao/shared/entities/push-device.ts'
import i18next from 'i18next'
import type { Language } from './i18n.ts'
import { PUSH_CHANGED } from './push-changed.ts'
import { queryClient } from './queries.ts'
import { api, currentUser } from './session.ts'
import { pushDeviceId, toldByPush } from './told-by-push.ts'

/** The worker that would show pushes; undefined where this browser, or this installation, has none. */
export async function pushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))

const same = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && a.byteLength === b.length && new Uint8Array(a).every((byte, i) => byte === b[i])

/** Subscribed with the server's key of today: with an earlier one nothing would arrive. */
async function subscription({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const applicationServerKey = bytesOf((await api(pushDevices.get)).publicKey)
  const known = await pushManager.getSubscription()
  if (known && same(known.options.applicationServerKey, applicationServerKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

const changed = () => void queryClient.invalidateQueries({ queryKey: queryKey(pushDevices.get) })

/** Has this browser told by push. Rejects with the server's ApiError, or the browser's refusal. */
export async function turnPushOn(): Promise<PushDevice> {
  const registration = await pushRegistration()
  const user = currentUser()
  if (!registration || !user) throw new Error('this browser cannot be told by push')
  const { endpoint = '', keys } = (await subscription(registration)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const language = i18next.language as Language
  const added = await api(pushDevices.add, { body: { endpoint, keys: { p256dh, auth }, language } })
  pushDeviceId.set(added.id)
  toldByPush.set(user.id)
  changed()
  return added
}

/** Has this browser told no more. Rejects with the server's ApiError. */
export async function turnPushOff(): Promise<void> {
  const id = pushDeviceId.get()
  if (id) await api(pushDevices.remove, { params: { id } })
  toldByPush.set('')
  pushDeviceId.set('')
  await (await (await pushRegistration())?.pushManager.getSubscription())?.unsubscribe()
  changed()
}

/** A sign-in, and a worker with another subscription, need the server told anew of a browser whose user wants it. Never rejects. */
export async function keepPush(): Promise<void> {
  const user = currentUser()
  if (!user || user.support || toldByPush.get() !== user.id) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  await turnPushOn().catch(() => undefined)
}

/** Until the answer is called: keeps the server in step with what the worker subscribes to. */
export function watchPush(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const hear = (event: MessageEvent) => {
    if (event.data === PUSH_CHANGED) void keepPush()
  }
  navigator.serviceWorker.addEventListener('message', hear)
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}
