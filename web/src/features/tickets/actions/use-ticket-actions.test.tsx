// @vitest-environment jsdom
import { setTimeout as pause } from 'node:timers/promises'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { placeOf } from '@balcao/shared/message-place.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { readUnsent, writeUnsent } from '#/lib/unsent.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { send } from '../public/outbox.ts'
import { useTicketActions } from './use-ticket-actions.ts'

const user = sessionUser()
const itens = [{ productId: newId(), name: 'Bolo', price: 10, amount: 1, total: 10, mediaPath: null, mediaName: null }]
let backend: Awaited<ReturnType<typeof startBackend>>

beforeEach(async () => {
  backend = await startBackend()
  backend.on(draftOrder.get, () => ({ body: { version: 1, storeId: newId(), customerId: null, itens, coupon: [] } }))
})
afterEach(async () => {
  cleanup()
  localStorage.clear()
  await backend.stop()
})

function Buttons({ ticket }: { ticket: Ticket }) {
  const actions = useTicketActions()
  return (
    <>
      <button type="button" onClick={() => void actions.returnToQueue(ticket)}>
        devolver
      </button>
      <button type="button" onClick={() => void actions.accept(ticket)}>
        aceitar
      </button>
      <button type="button" onClick={() => void actions.resolve(ticket, false)}>
        encerrar
      </button>
    </>
  )
}

/** Shows the buttons of an open ticket of this user, in a tab of its list. */
async function open(changes: Partial<Ticket>) {
  const ticket = sampleTicket({ id: newId(), status: 'open', userId: user.id, ...changes })
  backend.on(tickets.update, ({ body }) => ({ body: { ...ticket, ...(body as object), draftBegun: false } }))
  await renderScreen('/kanban', <Buttons ticket={ticket} />, user)
  await loadTexts('checkout', 'tickets', 'ticketDetails')
  return ticket
}
/** Tells a change of a ticket; an order begun is saved by itself, even after its test. */
const isChange = (method: string | undefined, path: string) => method === 'PUT' && !path.endsWith('/draft')
const changes = () => backend.calls.filter(({ method, path }) => isChange(method, path)).map(({ body }) => body)
const keepCart = (ticketId: string) => {
  const choice = { storeId: null, customerId: null, itens, typeDelivery: null, addressId: null, coupon: [] }
  writeUnsent('cart', ticketId, { saved: null, pending: { base: null, choice }, faces: [] })
}

it.each(['devolver', 'encerrar'])('asks about an order begun before: %s', async name => {
  const ticket = await open({ draftBegun: true })
  keepCart(ticket.id)
  fireEvent.click(await screen.findByText(name))
  await screen.findByText(/não poderá ser recuperado/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByText(/não poderá ser recuperado/)).toBeNull())
  expect(changes()).toEqual([])
  expect(readUnsent('cart', ticket.id)).not.toBeNull()
  fireEvent.click(await screen.findByText(name))
  await screen.findByText(/não poderá ser recuperado/)
  fireEvent.click(screen.getAllByRole('button').at(-1)!)
  await waitFor(() => expect(changes()).toHaveLength(1))
  // The server removes its part; nothing of it is left in this browser.
  await waitFor(() => expect(readUnsent('cart', ticket.id)).toBeNull())
  expect(backend.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
})

it('asks about an order that this browser alone has, and about none where there is none', async () => {
  const ticket = await open({ draftBegun: false })
  keepCart(ticket.id)
  fireEvent.click(await screen.findByText('devolver'))
  await screen.findByText(/não poderá ser recuperado/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  cleanup()
  await open({ draftBegun: false })
  fireEvent.click(await screen.findByText('devolver'))
  await waitFor(() => expect(changes()).toEqual([{ status: 'pending', userId: null }]))
})

it('a refusal that comes late takes nobody away from where they went meanwhile', async () => {
  const ticket = sampleTicket({ status: 'pending', userId: null })
  const answer = Promise.withResolvers<{ status: number; body: object }>()
  backend.on(tickets.update, () => answer.promise)
  const { router } = await renderScreen('/kanban', <Buttons ticket={ticket} />, user)
  await loadTexts('tickets')
  const refused = vi.spyOn(toast, 'error')
  fireEvent.click(await screen.findByText('aceitar'))
  await waitFor(() => expect(router.latestLocation.pathname).toBe(`/tickets/${ticket.uuid}`))
  await router.navigate({ to: '/kanban' } as never)
  answer.resolve({ status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET' } })
  await waitFor(() => expect(refused).toHaveBeenCalledOnce())
  await new Promise(resolve => setTimeout(resolve))
  expect(router.latestLocation.pathname).toBe('/kanban')
})

it('closes a ticket behind the message that was just sent to it', async () => {
  const ticket = await open({})
  const answered = Promise.withResolvers<void>()
  backend.on(messages.create, async () => {
    await answered.promise
    return { status: 201, body: { messages: [] } }
  })
  send(queryClient, { ticketId: ticket.id, body: 'Até logo!' })
  await waitFor(() => expect(backend.calls.some(({ method }) => method === 'POST')).toBe(true))
  fireEvent.click(await screen.findByText('encerrar'))
  await pause(50)
  expect(changes()).toEqual([])
  answered.resolve()
  await waitFor(() => expect(changes()).toHaveLength(1))
})

it('closes a ticket only over what the contact wrote before, and says so otherwise', async () => {
  const ticket = await open({ contactMessage: placeOf('0196f000-0000-7000-8000-000000000001') })
  const told = vi.spyOn(toast, 'info')
  backend.on(tickets.update, () => ({ status: 409, body: { error: 'ERR_TICKET_NEW_MESSAGE' } }))
  const key = queryKey(tickets.getByUuid, { params: { ticketId: ticket.id } })
  queryClient.setQueryData(key, ticket)
  backend.on(tickets.getByUuid, () => ({ body: ticket }))
  fireEvent.click(await screen.findByText('encerrar'))
  await waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringMatching(/Maria Andrade.* acabou de escrever/)))
  expect(changes()).toEqual([{ status: 'closed', sendFarewell: false, seenContactMessage: ticket.contactMessage }])
  expect(queryClient.getQueryData<Ticket>(key)).toMatchObject({ status: 'open' })
})

it('closes a ticket at once when the page is left while a message is sent', async () => {
  const ticket = await open({})
  backend.on(messages.create, () => new Promise(() => undefined))
  send(queryClient, { ticketId: ticket.id, body: 'Até logo!' })
  await waitFor(() => expect(backend.calls.some(({ method }) => method === 'POST')).toBe(true))
  fireEvent.click(await screen.findByText('encerrar'))
  await pause(50)
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(changes()).toHaveLength(1))
})

it('changes a ticket by a call that outlives the page, since the change shows at once', async () => {
  await open({ draftBegun: false })
  const begun: (boolean | undefined)[] = []
  const through = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (isChange(init.method, input)) begun.push(init.keepalive)
    return through(input, init)
  })
  fireEvent.click(await screen.findByText('devolver'))
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(begun).toEqual([true])
  vi.unstubAllGlobals()
})

it('an accepted ticket stays open over an event that does not know it yet; a refusal shows what is true', async () => {
  const ticket = await open({ draftBegun: false, status: 'pending', userId: null })
  const answer = Promise.withResolvers<{ status: number; body: object }>()
  backend.on(tickets.update, () => answer.promise)
  const key = queryKey(tickets.getByUuid, { params: { ticketId: ticket.id } })
  queryClient.setQueryData(key, ticket)
  fireEvent.click(await screen.findByText('aceitar'))
  const shown = () => queryClient.getQueryData<Ticket>(key)
  await waitFor(() => expect(shown()).toMatchObject({ status: 'open', userId: user.id }))
  const written = { ...ticket, lastMessage: 'alô?', updatedAt: new Date().toISOString() }
  applyTicket(queryClient, written, user)
  expect(shown()).toMatchObject({ status: 'open', userId: user.id, lastMessage: 'alô?' })
  backend.on(tickets.getByUuid, () => ({ body: written }))
  answer.resolve({ status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET' } })
  await waitFor(() => expect(shown()).toMatchObject({ status: 'pending', userId: null, lastMessage: 'alô?' }))
})
