// @vitest-environment jsdom
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { session } from '#/lib/session.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { NoteField } from './note-field.tsx'

const user = sessionUser()
let backend: Awaited<ReturnType<typeof startBackend>>

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(ticketNotes.list, () => ({ body: [] }))
  session.set({ state: 'in', token: 't', user })
  await startI18n()
  await loadTexts('ticketDetails')
})
afterEach(async () => {
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
