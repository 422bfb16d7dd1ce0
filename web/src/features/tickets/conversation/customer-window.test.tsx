// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { WindowSign } from '../list/window-sign.tsx'
import { Conversation } from './conversation.tsx'
import { draftOf } from './drafts.ts'

const HOUR = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()
const ticket = sampleTicket()
const shop = sampleConnection({ id: ticket.whatsappId, name: 'Oficial', provider: 'cloud' })
const until = (ms: number): Ticket => ({ ...ticket, window: { open: true, closesAt: at(Date.now() + ms) } })

let backend: Awaited<ReturnType<typeof startBackend>>
let change: (next: Ticket) => void

function Changing({ first }: { first: Ticket }) {
  const [now, setNow] = useState(first)
  change = setNow
  return <Conversation ticket={now} />
}
async function show(first: Ticket) {
  await renderScreen('/inbox', <Changing first={first} />)
  await screen.findByRole('log')
}
const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: /^Mensagem para/ })

beforeEach(async () => {
  localStorage.clear()
  backend = await startBackend()
  backend.on(whatsapp.list, () => ({ body: [shop] }))
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messages.list, () => ({ body: { messages: [], hasMore: false, nextCursor: null } }))
  await loadTexts('tickets')
})
afterEach(async () => {
  vi.restoreAllMocks()
  cleanup()
  await backend.stop()
})

describe('the window of a cloud number', () => {
  it.each([
    [3 * HOUR + 20 * 60_000 + 30_000, 'Janela aberta por mais 3 h 20 min', false],
    [45 * 60_000 + 30_000, 'Janela aberta por mais 45 min', true],
  ])('is counted down quietly, and with a warning in its last hour: %i ms', async (left, text, isSoon) => {
    await show(until(left))
    expect((await screen.findByRole('timer')).textContent).toBe(text)
    expect(screen.queryByText('A janela fecha em menos de uma hora.') !== null).toBe(isSoon)
    expect(field()?.readOnly).toBe(false)
    expect(screen.getByRole('button', { name: 'Enviar modelo' })).toBeTruthy()
  })

  it('closes while somebody types, keeps the draft, and opens again when the customer writes', async () => {
    await show(until(HOUR))
    await userEvent.type(field()!, 'Já saiu')
    act(() => change(until(100)))
    expect(await screen.findByText('A janela desta conversa fechou')).toBeTruthy()
    const read = field()!
    expect([read.readOnly, read.value, draftOf(ticket.id)]).toEqual([true, 'Já saiu', 'Já saiu'])
    expect(document.activeElement).toBe(read)
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBe(null)
    expect(backend.calls.filter(({ method }) => method === 'POST')).toEqual([])
    act(() => change(until(24 * HOUR)))
    await waitFor(() => expect(field()?.readOnly).toBe(false))
    expect(field()?.value).toBe('Já saiu')
    expect(screen.queryByText('A janela desta conversa fechou')).toBe(null)
  })

  it('shows nothing to write in where it is closed and nothing was typed', async () => {
    await show({ ...ticket, window: { open: false, closesAt: at(Date.now() - HOUR) } })
    expect(await screen.findByText(/só aceita texto livre nas 24 horas/)).toBeTruthy()
    expect(field()).toBe(null)
    expect(screen.getByRole('button', { name: 'Enviar modelo' })).toBeTruthy()
  })

  it('says of somebody who never wrote that they have not', async () => {
    await show({ ...ticket, window: { open: false, closesAt: null } })
    expect(await screen.findByText('Este cliente ainda não escreveu para este número')).toBeTruthy()
  })

  it('is read again when the server refuses what was written into a closed one', async () => {
    backend.on(messages.create, () => ({ status: 422, body: { error: 'ERR_OUTSIDE_WINDOW' } }))
    backend.on(tickets.getByUuid, () => ({ body: ticket }))
    await show(until(HOUR * 2))
    await userEvent.type(field()!, 'Oi{Enter}')
    expect(await screen.findByRole('button', { name: 'Descartar' })).toBeTruthy()
    expect(screen.getByText(/^Passou o prazo/)).toBeTruthy()
  })
})

it('a contact who is blocked for a moment costs neither what was typed nor what was attached', async () => {
  await show(until(HOUR * 2))
  await userEvent.type(field()!, 'Segue a foto')
  await userEvent.upload(screen.getByTestId('attach'), new File(['x'], 'foto.txt', { type: 'text/plain' }))
  await screen.findByText('foto.txt')
  act(() => change({ ...until(HOUR * 2), contact: { ...ticket.contact, blocked: true } }))
  expect(field()?.readOnly).toBe(true)
  act(() => change(until(HOUR * 2)))
  expect(field()?.value).toBe('Segue a foto')
  expect(screen.getByText('foto.txt')).toBeTruthy()
})

it('a row says how long the window stays open', async () => {
  await loadTexts('channels')
  render(<WindowSign closesAt={at(45 * 60_000)} now={0} />)
  expect(screen.getByRole('img', { name: 'A janela fecha em 45 min' })).toBeTruthy()
})
