// @vitest-environment jsdom
import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { pushDevices } from '@balcao/shared/api/account/push-devices.ts'
import { DEFAULT_PREFERENCES, type KeptPreferences } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { desktop, notificationsDeclined } from '#/lib/desktop.ts'
import { pushDeviceId, pushUserId } from '#/lib/push-user.ts'
import { worthAsking } from '#/realtime/notifications.ts'
import { ShellBars } from '#/shell/bars/shell-bars.tsx'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

const KEY = `B${'A'.repeat(86)}`
const DEVICE = { id: newId(), browser: 'Firefox · Windows', createdAt: '2026-11-20T12:00:00.000Z' }
const QUEUE = { id: newId(), name: 'Vendas', color: '#3498DB' }
const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: KEY, auth: 'A'.repeat(22) } }

let backend: Awaited<ReturnType<typeof startBackend>>
let kept: KeptPreferences
let devices: (typeof DEVICE)[]
beforeEach(async () => {
  backend = await startBackend()
  kept = { ...DEFAULT_PREFERENCES, version: 0 }
  devices = []
  desktop.set(true)
  notificationsDeclined.set(false)
  pushUserId.set('')
  pushDeviceId.set('')
  backend.on(preferences.get, () => ({ body: kept }))
  backend.on(preferences.save, ({ body }) => {
    kept = { ...(body as KeptPreferences), version: kept.version + 1 }
    return { body: kept }
  })
  backend.on(pushDevices.get, () => ({ body: { publicKey: KEY, devices } }))
  backend.on(pushDevices.add, () => {
    devices = [DEVICE]
    return { status: 201, body: DEVICE }
  })
  backend.on(pushDevices.remove, () => {
    devices = []
    return { status: 204 }
  })
  backend.on(pushDevices.test, () => ({ status: 204 }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** A browser that answers like this when it is asked, and whether it has a worker. */
function makeBrowser(permission: NotificationPermission | undefined, { answers = 'granted', worker = false } = {}) {
  const FakeNotification = {
    permission,
    requestPermission: vi.fn(async () => {
      FakeNotification.permission = answers as NotificationPermission
      return answers
    }),
  }
  vi.stubGlobal('Notification', permission === undefined ? undefined : FakeNotification)
  let subscribed: object | null = null
  const unsubscribe = vi.fn(async () => {
    subscribed = null
    return true
  })
  const subscription = { options: { applicationServerKey: null }, toJSON: () => SUBSCRIPTION, unsubscribe }
  const subscribe = vi.fn(async () => {
    subscribed = subscription
    return subscription
  })
  const pushManager = { subscribe, getSubscription: async () => subscribed }
  if (worker) {
    vi.stubGlobal('PushManager', class {})
    const value = {
      getRegistration: async () => ({ pushManager }),
      addEventListener: () => {},
      removeEventListener: () => {},
    }
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value })
  }
  return { FakeNotification, subscribe, unsubscribe }
}

const open = () => renderScreen('/notifications', <NotificationsScreen />, sessionUser({ queues: [QUEUE] }))
const push = async () =>
  within((await screen.findByRole('heading', { name: 'Com o Balcão fechado' })).closest('section')!)
const here = async () => within((await screen.findByRole('heading', { name: 'Neste navegador' })).closest('section')!)
const posts = (path: string) => backend.calls.filter(call => call.method === 'POST' && call.path.startsWith(path))

describe('the notifications', () => {
  it('of a browser that has none say so', async () => {
    makeBrowser(undefined)
    await open()
    expect((await here()).getByText('Sem suporte')).toBeTruthy()
    await (await push()).findByText('Sem suporte')
    expect(await axeFaults()).toEqual([])
  })

  it('that are blocked say how to allow them', async () => {
    makeBrowser('denied', { worker: true })
    await open()
    expect((await here()).getByText('Bloqueados')).toBeTruthy()
    expect((await here()).getByText(/cadeado/)).toBeTruthy()
    await (await push()).findByText('Bloqueados')
    expect((await push()).queryByRole('switch', { name: 'Avisar neste dispositivo' })).toBeNull()
  })

  it('are asked for, and turned off here', async () => {
    const { FakeNotification } = makeBrowser('default')
    await open()
    await userEvent.click((await here()).getByRole('button', { name: 'Permitir avisos' }))
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce()
    const toggle = (await here()).getByRole('switch', { name: 'Avisos da área de trabalho' })
    expect(toggle.getAttribute('aria-checked')).toBe('true')
    await userEvent.click(toggle)
    expect(desktop.get()).toBe(false)
  })

  it('by push are turned on with the key of the server, tested, and turned off', async () => {
    const { subscribe, unsubscribe } = makeBrowser('default', { worker: true })
    await open()
    const toggle = await (await push()).findByRole('switch', { name: 'Avisar neste dispositivo' })
    await userEvent.click(toggle)
    await (await push()).findByRole('button', { name: 'Enviar um teste' })
    // What was allowed for one is allowed for the other.
    expect((await here()).getByRole('switch', { name: 'Avisos da área de trabalho' })).toBeTruthy()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: expect.any(Uint8Array) })
    expect(posts('/auth/me/push').map(({ body }) => body)).toEqual([{ ...SUBSCRIPTION, language: 'pt' }])
    await userEvent.click((await push()).getByRole('button', { name: 'Enviar um teste' }))
    await waitFor(() => expect(posts(`/auth/me/push/${DEVICE.id}/test`)).toHaveLength(1))
    await waitFor(() => expect(toggle.hasAttribute('disabled')).toBe(false))
    await userEvent.click(toggle)
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
    expect(devices).toEqual([])
    expect([pushUserId.get(), pushDeviceId.get()]).toEqual(['', ''])
    expect(await axeFaults()).toEqual([])
  })

  it('by push stay off when the browser is not allowed to', async () => {
    const { subscribe } = makeBrowser('default', { answers: 'denied', worker: true })
    await open()
    await userEvent.click(await (await push()).findByRole('switch', { name: 'Avisar neste dispositivo' }))
    await (await push()).findByText('Bloqueados')
    expect(subscribe).not.toHaveBeenCalled()
    expect(posts('/auth/me/push')).toEqual([])
  })

  it('show other devices, which can be removed, and say what was written only when it is wished', async () => {
    makeBrowser('granted', { worker: true })
    devices = [DEVICE]
    await open()
    await userEvent.click(await (await push()).findByRole('button', { name: 'Remover Firefox · Windows' }))
    await waitFor(() => expect(devices).toEqual([]))
    await userEvent.click((await push()).getByRole('switch', { name: 'Mostrar nome e mensagem' }))
    await waitFor(() => expect(kept.notifications.pushText).toBe(true))
  })

  it('sound as one likes, by queue too', async () => {
    makeBrowser('granted')
    await open()
    await userEvent.selectOptions(await screen.findByLabelText('Som das mensagens'), 'Sino')
    await waitFor(() => expect(kept.notifications.sound).toBe('bell'))
    await userEvent.selectOptions(screen.getByLabelText('Som da fila Vendas'), 'Sem som')
    await waitFor(() => expect(kept.notifications.queueSounds).toEqual([{ queueId: QUEUE.id, sound: 'none' }]))
    await userEvent.selectOptions(screen.getByLabelText('Som da fila Vendas'), 'O mesmo das outras')
    await waitFor(() => expect(kept.notifications.queueSounds).toEqual([]))
  })
})

describe('the bar that asks', () => {
  const bar = () => {
    worthAsking.set(true)
    const user = sessionUser()
    user.company.dueDate = '2099-01-01T00:00:00.000Z'
    return renderScreen('/notifications', <ShellBars />, user)
  }

  it('asks once, and takes a no', async () => {
    const { FakeNotification } = makeBrowser('default')
    await bar()
    await userEvent.click(await screen.findByRole('button', { name: 'Agora não' }))
    expect(screen.queryByText(/Quer ser avisado/)).toBeNull()
    expect([notificationsDeclined.get(), FakeNotification.requestPermission.mock.calls.length]).toEqual([true, 0])
  })

  it('goes when it was answered', async () => {
    makeBrowser('default')
    await bar()
    await userEvent.click(await screen.findByRole('button', { name: 'Permitir avisos' }))
    await waitFor(() => expect(screen.queryByText(/Quer ser avisado/)).toBeNull())
  })
})
