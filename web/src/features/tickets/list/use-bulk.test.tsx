// @vitest-environment jsdom
import { setTimeout as pause } from 'node:timers/promises'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast, UNDO_MS } from '#/lib/toast.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { send } from '../public/outbox.ts'
import { useBulk } from './use-bulk.ts'

const user = sessionUser()
const queue = { id: newId(), name: 'Vendas', color: '#112233' }
let backend: Awaited<ReturnType<typeof startBackend>>
let bulk: ReturnType<typeof useBulk>
let rows: Ticket[]

function Scene() {
  bulk = useBulk()
  return null
}

beforeEach(async () => {
  backend = await startBackend()
  rows = Array.from({ length: 6 }, () => sampleTicket({ id: newId(), status: 'open', userId: user.id }))
  await loadTexts('tickets', 'ticketDetails')
  await renderScreen('/inbox', <Scene />, user)
  await vi.waitFor(() => expect(bulk).toBeDefined())
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await backend.stop()
})

const changed = () => backend.calls.filter(({ method }) => method === 'PUT')
const rowOf = (path: string) => rows.find(({ id }) => path.endsWith(id))!

/** Runs an action, and lets the time of its toast pass. */
async function run(action: () => unknown) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await action()
  vi.advanceTimersByTime(UNDO_MS)
  vi.useRealTimers()
}

describe('an action on several tickets', () => {
  it('closes each over what its contact had written when it was chosen, and tells whose has written since', async () => {
    const chosen = rows.map((row, i) => ({ ...row, contactMessage: `place${i}` }))
    const [first] = chosen as [Ticket]
    const failed = vi.spyOn(toast, 'failed')
    backend.on(tickets.update, ({ path }) =>
      path.endsWith(first.id)
        ? { status: 409, body: { error: 'ERR_TICKET_NEW_MESSAGE' } }
        : { body: { ...rowOf(path), status: 'closed' } },
    )
    await run(() => bulk.resolve(chosen))
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
    expect(failed.mock.calls[0]![0]).toContain(first.contact.name)
    const seen = changed().map(({ path, body }) => [
      rowOf(path).id,
      (body as { seenContactMessage: string }).seenContactMessage,
    ])
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(chosen.map((row, i) => [row.id, `place${i}`])))
  })

  it.each([
    ['closing', () => bulk.resolve(rows)],
    ['transfer', () => bulk.transfer(rows, { queue, user: null } as never)],
  ])('goes behind what is still being sent: %s', async (_, action) => {
    backend.on(tickets.update, ({ path }) => ({ body: { ...rowOf(path), status: 'closed' } }))
    const answered = Promise.withResolvers<void>()
    backend.on(messages.create, async () => {
      await answered.promise
      return { status: 201, body: { messages: [] } }
    })
    const [busy, ...others] = rows
    send(queryClient, { ticketId: busy!.id, body: 'Até logo!' })
    await run(action)
    await vi.waitFor(() => expect(changed()).toHaveLength(others.length))
    await pause(50)
    expect(changed().map(({ path }) => rowOf(path).id)).not.toContain(busy!.id)
    answered.resolve()
    await vi.waitFor(() => expect(changed()).toHaveLength(rows.length))
  })

  it('goes to all of them when the page is left while it is sent', async () => {
    backend.on(tickets.update, () => new Promise(() => undefined))
    const outliving: unknown[] = []
    const through = globalThis.fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (init.method === 'PUT') outliving.push(init.keepalive)
      return through(input, init)
    })
    await run(() => bulk.prioritize(rows, 'high'))
    expect(outliving.length).toBeLessThan(rows.length)
    window.dispatchEvent(new Event('pagehide'))
    // In the same turn: there is no next one.
    expect(outliving).toEqual(rows.map(() => true))
  })
})
