// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { readUnsent } from '#/lib/unsent.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import type { RealtimeEvent } from '#/realtime/socket.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ownMoves } from '../public/own-moves.ts'
import { ConversationScreen } from './conversation-screen.tsx'

const me = sessionUser({ profile: 'user' })
const ticket = sampleTicket({ status: 'open', userId: me.id, user: { id: me.id, name: me.name } })

let backend: Awaited<ReturnType<typeof startBackend>>
const told = vi.spyOn(toast, 'info')
beforeEach(async () => {
  told.mockClear()
  backend = await startBackend()
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messages.list, () => ({ body: { messages: [], hasMore: false, nextCursor: null } }))
  backend.on(tickets.getByUuid, () => ({ body: ticket }))
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  ownMoves.set([])
  localStorage.clear()
  await backend.stop()
})

/** Opens the conversation, and writes into it without sending. */
async function open() {
  const { router } = await renderScreen('/tickets/$uuid', <ConversationScreen />, me)
  await router.navigate({ to: '/tickets/$uuid', params: { uuid: ticket.uuid } } as never)
  const field = await screen.findByRole('textbox', { name: /^Mensagem para/ })
  fireEvent.change(field, { target: { value: 'não se perde' } })
  return () => router.latestLocation.pathname
}
const publish = (payload: Extract<RealtimeEvent, { channel: 'ticket' }>['payload']) =>
  applyEvent(queryClient, { channel: 'ticket', payload })
const refuse = (status: number, error: string) => backend.on(tickets.getByUuid, () => ({ status, body: { error } }))
const left = { action: 'delete', ticketId: ticket.id, status: 'open' } as const

describe('a conversation whose ticket leaves one’s sight', () => {
  it.each([
    [403, 'ERR_NO_PERMISSION', 'Você não vê mais este atendimento.'],
    [404, 'ERR_NO_TICKET_FOUND', 'Este atendimento foi excluído.'],
  ])('is left with a line, the draft kept: %s', async (status, code, line) => {
    const place = await open()
    refuse(status, code)
    publish(left)
    await waitFor(() => expect(told.mock.calls).toEqual([[line]]))
    await waitFor(() => expect(place()).toBe('/tickets'))
    expect(readUnsent('draft', ticket.id)).toBe('não se perde')
  })

  it('is left by the action of this page that moved it, which says so itself', async () => {
    const place = await open()
    ownMoves.set([ticket.id])
    refuse(403, 'ERR_NO_PERMISSION')
    publish(left)
    await waitFor(() =>
      expect(backend.calls.filter(({ path }) => path.endsWith(ticket.uuid)).length).toBeGreaterThan(1),
    )
    expect(screen.getByRole('textbox', { name: /^Mensagem para/ })).toBeTruthy()
    expect(place()).toBe(`/tickets/${ticket.uuid}`)
    // The action failed, and somebody else had moved it: the page is left after all.
    ownMoves.set([])
    await waitFor(() => expect(told.mock.calls).toEqual([['Você não vê mais este atendimento.']]))
  })

  it('says so in the person’s language', async () => {
    await open()
    await act(() => changeLanguage('en'))
    refuse(403, 'ERR_NO_PERMISSION')
    publish(left)
    await waitFor(() => expect(told.mock.calls).toEqual([['You can no longer see this ticket.']]))
    await act(() => changeLanguage('pt'))
  })
})

describe('a conversation whose ticket goes to somebody else', () => {
  const later = (changes: Partial<Ticket>): Ticket => ({ ...ticket, ...changes, updatedAt: new Date().toISOString() })

  it('stays, where it may still be seen, and says who has it now', async () => {
    const place = await open()
    const rita = { id: newId(), name: 'Rita' }
    publish({ action: 'update', ticket: later({ userId: rita.id, user: rita }) })
    await waitFor(() => expect(told.mock.calls).toEqual([['Este atendimento agora está com Rita.']]))
    expect(place()).toBe(`/tickets/${ticket.uuid}`)
  })

  it('says where it waits', async () => {
    await open()
    const queue = { id: newId(), name: 'Vendas', color: '#112233' }
    publish({ action: 'update', ticket: later({ status: 'pending', userId: null, user: null, queue }) })
    await waitFor(() => expect(told.mock.calls).toEqual([['Este atendimento agora aguarda: Vendas.']]))
  })
})
