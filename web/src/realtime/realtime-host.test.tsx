// @vitest-environment jsdom
import { auth } from '@balcao/shared/api/account/auth.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { type ClientMessage, JOINED } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiQuery } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { RealtimeHost } from './realtime-host.tsx'
import { joinRoom } from './rooms.ts'

type Sent = ClientMessage & { seq?: number }

/** The browser's end of a socket, whose server is the test. */
class ScriptedSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  readyState = 0
  sent: Sent[] = []
  constructor() {
    super()
    sockets.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = ScriptedSocket.CLOSED
    this.dispatchEvent(new Event('close'))
  }
  open() {
    this.readyState = ScriptedSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  acknowledge(...actions: Sent['action'][]) {
    for (const { action, seq } of this.sent)
      if (actions.includes(action))
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ event: JOINED, payload: { seq } }) }))
  }
}

const me = sessionUser()
const [ticketId, otherId] = [newId(), newId()]
let sockets: ScriptedSocket[]
let backend: Awaited<ReturnType<typeof startBackend>>
/** Number of open tickets at the server, and the answers it holds back. */
let open: number
let held: Promise<void> | undefined

const reads = (end: string) => backend.calls.filter(({ path }) => path.includes(end)).length

function Conversation() {
  useQuery(apiQuery(messages.list, { params: { ticketId } }))
  useQuery(apiQuery(messages.list, { params: { ticketId: otherId } }))
  useEffect(() => joinRoom({ action: 'joinChatBox', ticketId }), [])
  return null
}

function Page() {
  const count = useQuery(apiQuery(tickets.count))
  const [talks, setTalks] = useState(false)
  useEffect(() => joinRoom({ action: 'joinTickets', status: talks ? 'open' : 'pending' }), [talks])
  return (
    <>
      <RealtimeHost />
      <button type="button" onClick={() => setTalks(true)}>
        {count.data ? `${count.data.open} abertos` : 'nada'}
      </button>
      {talks && <Conversation />}
    </>
  )
}

beforeEach(async () => {
  sockets = []
  open = 0
  held = undefined
  backend = await startBackend()
  backend.on(auth.me, () => ({ body: me }))
  backend.on(messages.list, () => ({ body: { messages: [], hasMore: false, nextCursor: null } }))
  backend.on(tickets.count, async () => {
    const body = { open, pending: 0, closed: 0, snoozed: 0 }
    await held
    return { body }
  })
  vi.stubGlobal('WebSocket', ScriptedSocket)
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const ROOMS = ['joinNotification', 'joinScreen', 'joinTickets'] as const
const settled = () => new Promise(resolve => setTimeout(resolve, 50))

it('shows what happened between the first read and the joining of its rooms', async () => {
  await renderScreen('/inbox', <Page />, me)
  await screen.findByText('0 abertos')
  // The event of this change is published before the server has the rooms: no browser gets it.
  open = 1
  sockets[0]!.open()
  sockets[0]!.acknowledge('joinNotification', 'joinScreen')
  await settled()
  expect(reads('/tickets/count')).toBe(1)
  sockets[0]!.acknowledge('joinTickets')
  await screen.findByText('1 abertos')
  expect(reads('/tickets/count')).toBe(2)
})

it('shows a first answer that is on its way, and reads again after it', async () => {
  let release: () => void = () => undefined
  held = new Promise(resolve => {
    release = resolve
  })
  await renderScreen('/inbox', <Page />, me)
  await waitFor(() => expect(reads('/tickets/count')).toBe(1))
  open = 1
  sockets[0]!.open()
  sockets[0]!.acknowledge(...ROOMS)
  await settled()
  expect(reads('/tickets/count')).toBe(1)
  held = undefined
  release()
  await screen.findByText('1 abertos')
  expect(reads('/tickets/count')).toBe(2)
})

it('reads a conversation again once its room is joined, and nothing when a list is', async () => {
  await renderScreen('/inbox', <Page />, me)
  await screen.findByText('0 abertos')
  sockets[0]!.open()
  sockets[0]!.acknowledge(...ROOMS)
  await waitFor(() => expect(reads('/tickets/count')).toBe(2))
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect([reads(ticketId), reads(otherId)]).toEqual([1, 1]))
  sockets[0]!.acknowledge('joinTickets', 'joinChatBox')
  await waitFor(() => expect(reads(ticketId)).toBe(2))
  await settled()
  expect([reads(otherId), reads('/tickets/count')]).toEqual([1, 2])
})

it('catches up after a reconnect once the rooms are joined', async () => {
  await renderScreen('/inbox', <Page />, me)
  await screen.findByText('0 abertos')
  sockets[0]!.open()
  sockets[0]!.acknowledge(...ROOMS)
  await waitFor(() => expect(reads('/tickets/count')).toBe(2))
  sockets[0]!.close()
  await waitFor(() => expect(sockets).toHaveLength(2))
  sockets[1]!.open()
  await settled()
  expect(reads('/tickets/count')).toBe(2)
  open = 3
  sockets[1]!.acknowledge(...ROOMS)
  await screen.findByText('3 abertos')
  expect(reads('/tickets/count')).toBe(3)
})
