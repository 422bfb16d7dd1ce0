import { expect, it, vi } from 'vitest'
import { PUSH_CHANGED } from '../lib/push-changed.ts'
import { listenForPushes } from './show-push.ts'

const TOLD = { title: 'Maria', body: 'Bom dia', tag: 'ticket-1', url: '/tickets/1', message: 'm1' }

type Shown = { title: string; tag: string; data: unknown; renotify: boolean; silent: boolean }

/** A worker's scope, as far as pushes go. */
function makeScope({ tabs = [] as object[] } = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: Shown[] = []
  const clients = { matchAll: async () => tabs, openWindow: vi.fn(async () => null) }
  const subscribe = vi.fn(async () => ({}))
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) => shown.filter(each => each.tag === tag),
    showNotification: async (title: string, options: object) => void shown.push({ title, ...options } as Shown),
    pushManager: { subscribe },
  }
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    ...{ registration, clients, location: { origin: 'https://balcao.example' } },
  }
  listenForPushes(scope as unknown as ServiceWorkerGlobalScope)
  const happen = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = []
    listeners.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
  }
  const push = (value: unknown) =>
    happen('push', { data: { json: () => (typeof value === 'string' ? JSON.parse(value) : value) } })
  const click = async (data: unknown) => {
    const close = vi.fn()
    await happen('notificationclick', { notification: { close, data } })
    expect(close).toHaveBeenCalledOnce()
  }
  return { shown, clients, subscribe, happen, push, click }
}

const makeTab = () => ({
  focus: vi.fn(async () => null),
  navigate: vi.fn(async (_url: string): Promise<null> => null),
  postMessage: vi.fn(),
})

it('shows what was told, one notification a ticket, and the same again without a sound', async () => {
  const { push, shown } = makeScope()
  await push(TOLD)
  await push(TOLD)
  await push({ ...TOLD, message: 'm2' })
  expect(shown.map(({ title, tag, renotify, silent }) => ({ title, tag, renotify, silent }))).toEqual([
    { title: 'Maria', tag: 'ticket-1', renotify: true, silent: false },
    { title: 'Maria', tag: 'ticket-1', renotify: false, silent: true },
    { title: 'Maria', tag: 'ticket-1', renotify: true, silent: false },
  ])
})

it('shows something for whatever comes', async () => {
  const { push, happen, shown } = makeScope()
  await push('{')
  await push({ title: 1 })
  await happen('push', { data: null })
  expect(shown.map(({ title }) => title)).toEqual(['Balcão', 'Balcão', 'Balcão'])
})

it('opens the ticket in a tab that is there, or in a new one', async () => {
  const tab = makeTab()
  const there = makeScope({ tabs: [tab] })
  await there.click(TOLD)
  expect(tab.focus).toHaveBeenCalledOnce()
  expect(tab.navigate).toHaveBeenCalledWith('https://balcao.example/tickets/1')
  expect(there.clients.openWindow).not.toHaveBeenCalled()

  tab.navigate.mockRejectedValueOnce(new TypeError('not controlled'))
  await there.click(TOLD)
  expect(there.clients.openWindow).toHaveBeenCalledWith('https://balcao.example/tickets/1')

  const none = makeScope()
  await none.click(TOLD)
  expect(none.clients.openWindow).toHaveBeenCalledWith('https://balcao.example/tickets/1')
})

it('opens nothing of another site', async () => {
  const { click, clients } = makeScope()
  await click({ ...TOLD, url: 'https://evil.example/' })
  await click(undefined)
  expect(clients.openWindow.mock.calls).toEqual([['https://balcao.example'], ['https://balcao.example/']])
})

it('subscribes anew with the same key, and has an open page tell the server', async () => {
  const tab = makeTab()
  const { happen, subscribe } = makeScope({ tabs: [tab] })
  const applicationServerKey = new ArrayBuffer(65)
  await happen('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } })
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
  await happen('pushsubscriptionchange', { newSubscription: {} })
  expect(subscribe).toHaveBeenCalledOnce()
  expect(tab.postMessage.mock.calls).toEqual([[PUSH_CHANGED], [PUSH_CHANGED]])
})
