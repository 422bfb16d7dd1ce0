// @vitest-environment jsdom
import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { DEFAULT_PREFERENCES } from '@balcao/shared/entities/preferences.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { desktop } from '#/lib/desktop.ts'
import { pushUserId } from '#/lib/push-user.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { worthAsking } from './notifications.ts'
import { showAlert } from './show-alert.ts'

const playSound = vi.hoisted(() => vi.fn())
vi.mock('#/lib/play-sound.ts', () => ({ playSound }))

const shown: { title: string; tag: string | undefined; onclick?: () => void }[] = []
class FakeNotification {
  static permission = 'granted'
  onclick?: () => void
  close = vi.fn()
  constructor(title: string, { tag }: NotificationOptions = {}) {
    const self = this
    shown.push({
      ...{ title, tag },
      get onclick() {
        return self.onclick!
      },
    })
  }
}

const user = sessionUser()
const see = (state: 'visible' | 'hidden') => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
const open = vi.fn()
const alertOf = (queueId: string | null = null) => {
  const ticket = sampleTicket({ queueId })
  return { ticket, message: sampleMessage({ ticketId: ticket.id }) }
}

beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification)
  FakeNotification.permission = 'granted'
  session.set({ state: 'in', token: 'x', user })
  desktop.set(true)
  pushUserId.set('')
  worthAsking.set(false)
  queryClient.setQueryData(queryKey(preferences.get), { ...DEFAULT_PREFERENCES, version: 0 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  playSound.mockClear()
  shown.length = 0
  window.history.replaceState(null, '', '/')
  Reflect.deleteProperty(navigator, 'locks')
})

it('sounds while the product is seen, and shows on the desktop where it is not', async () => {
  see('visible')
  await showAlert(alertOf(), open)
  expect([playSound.mock.calls, shown, worthAsking.get()]).toEqual([[['chime']], [], true])
  see('hidden')
  const { ticket, message } = alertOf()
  await showAlert({ ticket, message }, open)
  expect(shown.map(({ title, tag }) => [title, tag])).toEqual([[ticket.contact.name, ticket.id]])
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
  shown[0]!.onclick!()
  expect(open).toHaveBeenCalledWith(ticket)
})

it('is quiet while the ticket is in view', async () => {
  see('visible')
  const { ticket, message } = alertOf()
  window.history.replaceState(null, '', `/tickets/${ticket.uuid}`)
  await showAlert({ ticket, message }, open)
  expect([playSound.mock.calls, worthAsking.get()]).toEqual([[], false])
})

it('has the sound of the queue, which may be none', async () => {
  see('visible')
  const [sales, bills] = [newId(), newId()]
  const queueSounds = [
    { queueId: sales, sound: 'knock' as const },
    { queueId: bills, sound: 'none' as const },
  ]
  const notifications = { sound: 'drop' as const, queueSounds, pushText: false }
  queryClient.setQueryData(queryKey(preferences.get), { ...DEFAULT_PREFERENCES, notifications, version: 1 })
  for (const queueId of [sales, bills, newId(), null]) await showAlert(alertOf(queueId), open)
  expect(playSound.mock.calls).toEqual([['knock'], ['none'], ['drop'], ['drop']])
})

it('shows nothing on the desktop where that is off, not allowed, or the device is told by push', async () => {
  see('hidden')
  desktop.set(false)
  await showAlert(alertOf(), open)
  desktop.set(true)
  FakeNotification.permission = 'default'
  await showAlert(alertOf(), open)
  FakeNotification.permission = 'granted'
  pushUserId.set(user.id)
  await showAlert(alertOf(), open)
  expect(shown).toEqual([])
})

it('is told by one tab of many', async () => {
  see('hidden')
  const held = new Set<string>()
  const request = async (name: string, _: object, run: (lock: object | null) => unknown) => {
    const free = !held.has(name)
    held.add(name)
    // As long as the page lives, which is longer than a test.
    void run(free ? {} : null)
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  const told = alertOf()
  await Promise.all([showAlert(told, open), showAlert(told, open), showAlert(told, open)])
  expect([playSound.mock.calls.length, shown.length]).toEqual([1, 1])
  await showAlert(alertOf(), open)
  expect(shown).toHaveLength(2)
})
