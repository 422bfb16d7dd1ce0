// @vitest-environment jsdom
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { newId } from '@balcao/shared/ids.ts'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { session } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { NoteField } from './note-field.tsx'

const user = sessionUser()
let backend: Awaited<ReturnType<typeof startBackend>>

beforeEach(async () => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => undefined
  backend = await startBackend()
  backend.on(ticketNotes.list, () => ({ body: [] }))
  session.set({ state: 'in', token: 't', user })
  await startI18n()
  await loadTexts('ticketDetails')
})
afterEach(async () => {
  onlineManager.setOnline(true)
  cleanup()
  await backend.stop()
})

const show = (ticket: ReturnType<typeof sampleTicket>) => (
  <QueryClientProvider client={new QueryClient()}>
    <NoteField ticket={ticket} />
  </QueryClientProvider>
)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')

it('a note that was begun stands there again after another ticket, a reload and another user', () => {
  const [one, two] = [sampleTicket(), sampleTicket()]
  const { rerender, unmount } = render(show(one))
  fireEvent.change(field(), { target: { value: 'ligar na segunda' } })
  rerender(show(two))
  expect(field().value).toBe('')
  fireEvent.change(field(), { target: { value: 'outra' } })
  rerender(show(one))
  expect(field().value).toBe('ligar na segunda')
  unmount()
  session.set({ state: 'in', token: 't', user: sessionUser() })
  const other = render(show(one))
  expect(field().value).toBe('')
  other.unmount()
  session.set({ state: 'in', token: 't', user })
  render(show(one))
  expect(field().value).toBe('ligar na segunda')
})

it('Enter saves, Shift Enter makes a line, and the field stays for the next one', async () => {
  backend.on(ticketNotes.create, () => ({ status: 201, body: {} }))
  const ticket = sampleTicket()
  render(show(ticket))
  expect(document.activeElement).toBe(field())
  await userEvent.keyboard('Prefere{Shift>}{Enter}{/Shift}à tarde{Enter}')
  await waitFor(() => expect(field().value).toBe(''))
  const saved = backend.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(saved).toEqual([{ note: 'Prefere\nà tarde', ticketId: ticket.id, contactId: ticket.contactId }])
  expect(document.activeElement).toBe(field())
})

it('a note that is too short is not sent, and blanks alone do nothing', async () => {
  render(show(sampleTicket()))
  await userEvent.keyboard('  {Enter}')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.clear(field())
  await userEvent.keyboard('x{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Escreva ao menos 2 letras.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(backend.calls.filter(({ method }) => method === 'POST')).toEqual([])
})

it('a note that could not be saved stays', async () => {
  backend.on(ticketNotes.create, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  render(show(sampleTicket()))
  await userEvent.keyboard('Prefere à tarde{Enter}')
  await waitFor(() => expect(backend.calls.some(({ method }) => method === 'POST')).toBe(true))
  await waitFor(() => expect(field().readOnly).toBe(false))
  expect(field().value).toBe('Prefere à tarde')
})

it('Esc leaves the field also while there are no messages yet', async () => {
  render(show(sampleTicket()))
  expect(document.activeElement).toBe(field())
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
})

it('mentions a colleague by the keyboard, nobody who may not see the ticket, and saves the ids', async () => {
  const [ana, bia, caio] = [newId(), newId(), newId()]
  backend.on(ticketNotes.mentionable, () => ({
    body: [
      { id: ana, name: 'Ana Souza', online: true, sees: true },
      { id: bia, name: 'Ana Beatriz', online: false, sees: false },
      { id: caio, name: 'Caio', online: false, sees: true },
    ],
  }))
  backend.on(ticketNotes.create, () => ({ status: 201, body: {} }))
  render(show(sampleTicket()))
  await userEvent.type(field(), 'fale com @an')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ana Souza'),
    expect.stringContaining('não vê este atendimento'),
  ])
  await userEvent.click(options[1]!)
  expect(field().value).toBe('fale com @an')
  await userEvent.keyboard('{Enter}')
  expect(field().value).toBe('fale com @Ana Souza ')
  expect(screen.queryByRole('option')).toBeNull()
  // Esc closes the list, also of a name that was typed by hand.
  await userEvent.type(field(), 'e @caio')
  await screen.findByRole('option')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  await userEvent.keyboard('{Enter}')
  const saved = await waitFor(() => backend.calls.find(({ method }) => method === 'POST')!.body)
  expect(saved).toMatchObject({ note: 'fale com @Ana Souza e @caio', mentions: [ana, caio] })
})

it('a note that names somebody is not kept waiting for ever without a network', async () => {
  onlineManager.setOnline(false)
  const refused = vi.spyOn(toast, 'error')
  render(show(sampleTicket()))
  await userEvent.type(field(), 'fale com @ana hoje{Enter}')
  await waitFor(() => expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_NETWORK' })))
  await waitFor(() => expect(field().readOnly).toBe(false))
  expect(field().value).toBe('fale com @ana hoje')
})
