// @vitest-environment jsdom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { kindOf, refusalOf } from '#/lib/sent-file.ts'
import { memoryIndexedDb } from '#/testing/memory-indexed-db.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
let outbox: typeof import('./outbox.ts') & typeof import('./outgoing.ts') & typeof import('./resume-outbox.ts')
const client = new QueryClient()
const user = sessionUser()

/** The page as after a reload: every module anew, the storage as it was. */
async function load(who = user) {
  vi.resetModules()
  const { session } = await import('#/lib/session.ts')
  session.set({ state: 'in', token: 'token', user: who })
  outbox = {
    ...(await import('./outgoing.ts')),
    ...(await import('./outbox.ts')),
    ...(await import('./resume-outbox.ts')),
  }
}

const message = (ticketId: string, sent: { body: string; clientId: string }) =>
  sampleMessage({
    ...sent,
    ticketId,
    fromMe: true,
    contact: null,
    user: { id: user.id, name: user.name },
    origin: 'attendant',
  })

type Sent = { body: string; clientId: string }
const sent = () => backend.calls.filter(call => call.method === 'POST').map(call => call.body as Sent)
const accept = (ticketId: string) =>
  backend.on(messages.create, ({ body }) => ({ status: 201, body: { messages: [message(ticketId, body as Sent)] } }))
const waiting = (ticketId: string) => renderHook(() => outbox.useOutgoing(ticketId)).result.current

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  await load()
})

afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('outbox', () => {
  it('sends in the order of writing, each after the one before was taken', async () => {
    const ticketId = newId()
    accept(ticketId)
    for (const body of ['um', 'dois', 'três']) outbox.send(client, { ticketId, body })
    expect(waiting(ticketId).map(item => item.body)).toEqual(['um', 'dois', 'três'])
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent().map(each => each.body)).toEqual(['um', 'dois', 'três'])
  })

  it('keeps what was written without a network and sends it, in order, under the same ids', async () => {
    const ticketId = newId()
    const online = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    outbox.send(client, { ticketId, body: 'um' })
    outbox.send(client, { ticketId, body: 'dois' })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.state).toBe('waiting'))
    const ids = waiting(ticketId).map(item => item.clientId)
    vi.stubGlobal('fetch', online)
    accept(ticketId)
    outbox.resumeOutbox(client)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent()).toEqual([
      { body: 'um', clientId: ids[0] },
      { body: 'dois', clientId: ids[1] },
    ])
  })

  it('waits, and does not fail, while the service is down', async () => {
    const ticketId = newId()
    backend.on(messages.create, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    outbox.send(client, { ticketId, body: 'um' })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.state).toBe('waiting'))
    accept(ticketId)
    outbox.resumeOutbox(client)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
  })

  it('a refused message stays with its reason, the next ones leave, and trying again is the same message', async () => {
    const ticketId = newId()
    backend.on(messages.create, ({ body }) =>
      (body as Sent).body === 'dois'
        ? { status: 422, body: { error: 'ERR_TICKET_CLOSED' } }
        : { status: 201, body: { messages: [message(ticketId, body as Sent)] } },
    )
    for (const body of ['um', 'dois', 'três']) outbox.send(client, { ticketId, body })
    await vi.waitFor(() => expect(sent()).toHaveLength(3))
    await vi.waitFor(() => expect(waiting(ticketId)).toHaveLength(1))
    const [refused] = waiting(ticketId)
    expect(refused).toMatchObject({ body: 'dois', state: 'failed', error: 'ERR_TICKET_CLOSED' })
    accept(ticketId)
    outbox.sendAgain(client, refused!.clientId)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent().at(-1)).toEqual({ body: 'dois', clientId: refused!.clientId })
  })

  it('waits for a ticket that is being accepted, and sends what was refused once it is', async () => {
    const ticketId = newId()
    const { rememberOpening } = await import('../outbox/opening-tickets.ts')
    let open = false
    backend.on(messages.create, ({ body }) =>
      open
        ? { status: 201, body: { messages: [message(ticketId, body as Sent)] } }
        : { status: 422, body: { error: 'ERR_TICKET_NOT_ACCEPTED' } },
    )
    outbox.send(client, { ticketId, body: 'cedo demais' })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.error).toBe('ERR_TICKET_NOT_ACCEPTED'))
    let answer = () => {}
    const call = new Promise<void>(resolve => {
      answer = resolve
    })
    rememberOpening(ticketId, call)
    outbox.send(client, { ticketId, body: 'escrita enquanto aceita' })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(sent()).toHaveLength(1)
    open = true
    answer()
    outbox.sendRefused(client, ticketId)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(
      sent()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(['cedo demais', 'cedo demais', 'escrita enquanto aceita'])
  })

  it('what a reload interrupted leaves afterwards, and only for the person who wrote it', async () => {
    const ticketId = newId()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    outbox.send(client, { ticketId, body: 'antes de recarregar' })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.state).toBe('waiting'))
    await backend.stop()
    backend = await startBackend()
    accept(ticketId)
    backend.on(tickets.get, () => ({ body: sampleTicket({ id: ticketId, status: 'open', userId: user.id }) }))

    await load(sessionUser())
    outbox.resumeOutbox(client)
    expect(waiting(ticketId)).toEqual([])

    await load()
    outbox.resumeOutbox(client)
    expect(waiting(ticketId)).toHaveLength(1)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent().map(each => each.body)).toEqual(['antes de recarregar'])
  })

  /** Writes a message without a network, as its page ends; the network is back afterwards. */
  async function leaveUnsent(ticketId: string, body: string) {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    outbox.send(client, { ticketId, body })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.state).toBe('waiting'))
    await backend.stop()
    backend = await startBackend()
    accept(ticketId)
  }

  it.each([
    ['the ticket was closed', { status: 'closed' as const, userId: user.id }, 0],
    ['somebody else has the ticket', { status: 'open' as const, userId: newId() }, 0],
    ['it is older than ten minutes', { status: 'open' as const, userId: user.id }, 11 * 60_000],
  ])('what an earlier page left is offered, not sent, when %s', async (_, changes, age) => {
    const ticketId = newId()
    await leaveUnsent(ticketId, 'ainda quer?')
    await load()
    backend.on(tickets.get, () => ({ body: sampleTicket({ id: ticketId, ...changes }) }))
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + age)
    outbox.resumeOutbox(client)
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.held).toBe(true))
    vi.restoreAllMocks()
    expect(sent()).toEqual([])
    expect(renderHook(() => outbox.useHeld()).result.current).toHaveLength(1)
    outbox.sendAgain(client, waiting(ticketId)[0]!.clientId)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent().map(each => each.body)).toEqual(['ainda quer?'])
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('a session that ends by itself keeps what waits; nobody else here sees or sends it, its author does', async () => {
    const ticketId = newId()
    accept(ticketId)
    // Expired: one that was replaced also loads the page anew a second later.
    const over = () => ({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
    backend.on(messages.create, over)
    backend.on(auth.refresh, over)
    outbox.send(client, { ticketId, body: 'não se perde' })
    const { session } = await import('#/lib/session.ts')
    await vi.waitFor(() => expect(session.get().state).not.toBe('in'))
    accept(ticketId)
    backend.on(tickets.get, () => ({ body: sampleTicket({ id: ticketId, status: 'open', userId: user.id }) }))
    session.set({ state: 'in', token: 'other', user: sessionUser() })
    outbox.resumeOutbox(client)
    expect(waiting(ticketId)).toEqual([])
    session.set({ state: 'out' })
    session.set({ state: 'in', token: 'again', user })
    outbox.resumeOutbox(client)
    expect(waiting(ticketId)).toHaveLength(1)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    const [first, second, ...more] = backend.calls
      .filter(({ path }) => path === `/messages/${ticketId}`)
      .map(({ body }) => body)
    expect(more).toEqual([])
    expect(second).toEqual(first)
  })

  it('a file outlives the page in the browser, and goes when it was sent', async () => {
    const files = memoryIndexedDb()
    const ticketId = newId()
    const file = new File(['x'], 'bolo.pdf', { type: 'application/pdf' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    outbox.send(client, { ticketId, body: '', files: [{ file, ptt: false, caption: 'o cardápio' }] })
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.state).toBe('waiting'))
    await vi.waitFor(() => expect(Object.keys(localStorage)).toHaveLength(1))
    expect(files.size).toBe(1)
    await backend.stop()
    vi.stubGlobal('indexedDB', undefined)
    backend = await startBackend()
    const again = memoryIndexedDb()
    for (const [id, row] of files) again.set(id, row)
    backend.on(tickets.get, () => ({ body: sampleTicket({ id: ticketId, status: 'closed' }) }))
    await load()
    outbox.resumeOutbox(client)
    await vi.waitFor(() => expect(waiting(ticketId)[0]?.held).toBe(true))
    expect(waiting(ticketId)[0]).toMatchObject({ body: 'o cardápio', file: { file: { name: 'bolo.pdf' } } })
    outbox.discard(waiting(ticketId)[0]!.clientId)
    await vi.waitFor(() => expect(again.size).toBe(0))
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('what another tab sent is not sent here again', async () => {
    const ticketId = newId()
    await leaveUnsent(ticketId, 'uma vez')
    await load()
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    backend.on(tickets.get, () => {
      answer()
      return { body: sampleTicket({ id: ticketId, status: 'open', userId: user.id }) }
    })
    outbox.resumeOutbox(client)
    await asked
    // The other tab's removal is in the storage before its event is here.
    localStorage.clear()
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    expect(sent()).toEqual([])
  })

  it('a file taken back while it is uploaded leaves nothing; what waits behind it leaves', async () => {
    const ticketId = newId()
    accept(ticketId)
    let began = () => {}
    const uploading = new Promise<void>(resolve => {
      began = resolve
    })
    // A bucket that never answers.
    const bucket = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      if (request.method === 'POST') began()
      else response.end()
    })
    await new Promise<void>(resolve => bucket.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/`
    backend.on(messages.upload, () => ({ status: 201, body: { key: 'k', url, fields: {} } }))
    const file = new File(['x'.repeat(1000)], 'bolo.pdf', { type: 'application/pdf' })
    outbox.send(client, { ticketId, body: '', files: [{ file, ptt: false }] })
    outbox.send(client, { ticketId, body: 'depois' })
    await uploading
    const [item] = waiting(ticketId)
    expect(item).toMatchObject({ state: 'sending', file: { file } })
    outbox.discard(item!.clientId)
    await vi.waitFor(() => expect(waiting(ticketId)).toEqual([]))
    const created = backend.calls.filter(call => call.path === `/messages/${ticketId}`)
    expect(created.map(call => (call.body as Sent).body)).toEqual(['depois'])
    bucket.closeAllConnections()
    await new Promise(resolve => bucket.close(resolve))
  })

  it('leaves nothing in the page behind what waited for its messages', async () => {
    const ticketId = newId()
    accept(ticketId)
    const added = vi.spyOn(globalThis, 'addEventListener')
    outbox.send(client, { ticketId, body: 'um' })
    await outbox.whenSent(client, ticketId)
    expect(waiting(ticketId)).toEqual([])
    const listeners = added.mock.calls.filter(([type]) => type === 'pagehide')
    added.mockRestore()
    expect(listeners).toHaveLength(1)
    expect(listeners.map(([, , options]) => (options as AddEventListenerOptions).signal?.aborted)).toEqual([true])
  })

  it('refuses what WhatsApp would not take before it is uploaded', () => {
    const file = (size: number, type: string) =>
      Object.defineProperty(new File(['x'], 'a', { type }), 'size', { value: size })
    expect(refusalOf(file(0, 'image/png'))).toBe('ERR_EMPTY_MESSAGE')
    expect(refusalOf(file(17 * 2 ** 20, 'image/png'))).toBe('ERR_UPLOAD_TOO_LARGE')
    expect(refusalOf(file(17 * 2 ** 20, 'application/pdf'))).toBeNull()
    expect(refusalOf(file(65 * 2 ** 20, 'application/pdf'))).toBe('ERR_UPLOAD_TOO_LARGE')
    // A drawing travels as a document.
    expect(kindOf('image/svg+xml')).toBe('application')
  })
})
