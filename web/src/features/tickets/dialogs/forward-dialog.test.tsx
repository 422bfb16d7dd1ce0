// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ForwardDialog } from './forward-dialog.tsx'

const from = sampleTicket()
const other = sampleTicket({ status: 'open', contact: { ...from.contact, id: sampleTicket().id, name: 'José Prado' } })
const message = sampleMessage({ ticketId: from.id, contactId: from.contactId, body: 'A *chave* está na portaria' })
const onClose = vi.fn()

let backend: Awaited<ReturnType<typeof startBackend>>
const sent = () => backend.calls.filter(({ path }) => path.endsWith('/forward')).map(({ body }) => body)

beforeEach(async () => {
  onClose.mockClear()
  backend = await startBackend()
  backend.on(queue.list, () => ({ body: [] }))
  backend.on(contacts.list, () => ({ body: { contacts: [], count: 0, hasMore: false, nextCursor: null } }))
  backend.on(tickets.list, () => ({ body: { tickets: [from, other], hasMore: false, nextCursor: null } }))
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const show = (profile: 'admin' | 'user' = 'admin') =>
  renderScreen('/tickets', <ForwardDialog message={message} onClose={onClose} />, sessionUser({ profile }))
const forward = () => userEvent.click(screen.getByRole('button', { name: 'Encaminhar' }))

it('offers the other conversations, never its own, and sends once however often it is tried', async () => {
  let tries = 0
  backend.on(messages.forward, () =>
    ++tries === 1
      ? { status: 503, body: { error: 'ERR_INTERNAL' } }
      : { status: 201, body: { ...message, ticketId: other.id } },
  )
  await show()
  expect(await screen.findByText('A chave está na portaria')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /José Prado/ }))
  expect(screen.queryByRole('button', { name: /Maria Andrade/ })).toBeNull()
  await forward()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(onClose).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Encaminhar' })).toHaveProperty('disabled', false))
  await forward()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = sent() as { ticketId: string; clientId: string }[]
  expect(first).toMatchObject({ ticketId: other.id, clientId: expect.any(String) })
  expect(second).toEqual(first)
})

it('begins a conversation with a contact who has none, or takes the one that stands in its way', async () => {
  const contact = sampleContact({ name: 'Rita Lima' })
  backend.on(tickets.list, () => ({ body: { tickets: [], hasMore: false, nextCursor: null } }))
  backend.on(contacts.list, () => ({ body: { contacts: [contact], count: 1, hasMore: false, nextCursor: null } }))
  backend.on(tickets.create, () => ({
    status: 409,
    body: {
      error: 'ERR_OTHER_OPEN_TICKET',
      ticket: { id: other.id, uuid: other.id, userId: null, user: null, queue: null },
    },
  }))
  backend.on(messages.forward, () => ({ status: 201, body: { ...message, ticketId: other.id } }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar atendimento ou contato' }), 'rita')
  await userEvent.click(await screen.findByRole('button', { name: /Rita Lima/ }))
  await forward()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toMatchObject([{ ticketId: other.id }])
})

it('offers to accept a conversation that waits, and sends into it then', async () => {
  const waiting = { ...other, status: 'pending' as const, userId: null, user: null }
  backend.on(tickets.list, () => ({ body: { tickets: [waiting], hasMore: false, nextCursor: null } }))
  let accepted = false
  backend.on(tickets.update, () => {
    accepted = true
    return { body: { ...other } }
  })
  backend.on(messages.forward, () =>
    accepted
      ? { status: 201, body: { ...message, ticketId: other.id } }
      : { status: 422, body: { error: 'ERR_TICKET_NOT_ACCEPTED' } },
  )
  await show()
  await userEvent.click(await screen.findByRole('button', { name: /José Prado/ }))
  await forward()
  await screen.findByRole('alertdialog', { name: 'O atendimento ainda aguarda. Aceite-o para escrever.' })
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = sent() as { clientId: string }[]
  expect(first!.clientId).toBe(second!.clientId)
  expect(backend.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ status: 'open' })
})
