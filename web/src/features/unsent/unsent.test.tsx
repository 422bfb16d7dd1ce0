// @vitest-environment jsdom
import { auth } from '@balcao/shared/api/account/auth.ts'
import { chats } from '@balcao/shared/api/content/chats.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resumeChatOutbox } from '#/features/chats/public/chat-outbox.ts'
import { discardMessages } from '#/features/tickets/public/outbox.ts'
import { resumeOutbox } from '#/features/tickets/public/resume-outbox.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { session } from '#/lib/session.ts'
import { listUnsent, writeUnsent } from '#/lib/unsent.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleChatMessage } from '#/testing/sample-chat.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { leave } from './public/leave.ts'
import { UnsentBar } from './public/unsent-bar.tsx'

const LONG_AGO = new Date(Date.now() - 60 * 60_000).toISOString()

let backend: Awaited<ReturnType<typeof startBackend>>
let user: ReturnType<typeof sessionUser>
let ticketId: string
let chatId: string

/** Shows the bar to somebody new, before anything of an earlier page is taken up. */
beforeEach(async () => {
  ticketId = newId()
  chatId = newId()
  user = sessionUser()
  backend = await startBackend()
  backend.on(auth.logout, () => ({ status: 204 }))
  backend.on(tickets.get, () => ({ body: sampleTicket({ id: ticketId, status: 'open', userId: user.id }) }))
  backend.on(messages.create, ({ body }) => {
    const sent = body as { body: string; clientId: string }
    return { status: 201, body: { messages: [sampleMessage({ ...sent, ticketId, fromMe: true })] } }
  })
  backend.on(chats.send, () => ({ status: 201, body: sampleChatMessage({ chatId, sender: user }) }))
  await renderScreen('/contacts', <UnsentBar />, user)
  await loadTexts('unsent')
})
afterEach(async () => {
  cleanup()
  discardMessages()
  localStorage.clear()
  await backend.stop()
})

const sent = () =>
  backend.calls
    .filter(({ method, path }) => method === 'POST' && !path.startsWith('/auth'))
    .map(({ body }) => (body as { body?: string; message?: string }).body ?? (body as { message: string }).message)

/**
 * Stores messages of an earlier page, to a customer and to a colleague; old ones need a decision.
 */
async function leftUnsent(createdAt = LONG_AGO) {
  const clientId = newId()
  const common = { clientId, ticketId, quoted: null, file: null, progress: 0, error: null, createdAt }
  writeUnsent('message', clientId, { ...common, body: 'Temos bolo', state: 'waiting' })
  const said = { clientId: newId(), chatId, userId: user.id, text: 'Viu o estoque?', error: null, createdAt }
  writeUnsent('said', said.clientId, { ...said, file: null, hasFile: false, state: 'waiting' })
  await act(async () => {
    await resumeOutbox(queryClient)
    await resumeChatOutbox(queryClient)
  })
}

describe('the bar of unsent messages', () => {
  it('is not there without any', () => {
    expect(screen.queryByText(/não enviada/)).toBeNull()
  })

  it('lists what is old, to customers and colleagues, each to send or discard', async () => {
    await leftUnsent()
    await screen.findByText('2 mensagens não enviadas')
    expect(sent()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Ver' }))
    const dialog = within(await screen.findByRole('dialog'))
    const [first, second] = dialog.getAllByRole('listitem')
    expect(second!.textContent).toContain('Viu o estoque?')
    fireEvent.click(within(second!).getByRole('button', { name: 'Descartar' }))
    fireEvent.click(within(first!).getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(screen.queryByText(/não enviada/)).toBeNull())
    await waitFor(() => expect(sent()).toEqual(['Temos bolo']))
    await waitFor(() => expect([...listUnsent('message'), ...listUnsent('said')]).toEqual([]))
  })

  it('discards all of them', async () => {
    await leftUnsent()
    fireEvent.click(await screen.findByRole('button', { name: 'Ver' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Descartar todas' }))
    await waitFor(() => expect(screen.queryByText(/não enviada/)).toBeNull())
    expect([...listUnsent('message'), ...listUnsent('said')]).toEqual([])
    expect(sent()).toEqual([])
  })

  it('sends what is recent unasked', async () => {
    await leftUnsent(new Date().toISOString())
    await waitFor(() => expect(sent().toSorted()).toEqual(['Temos bolo', 'Viu o estoque?']))
    expect(screen.queryByText(/não enviada/)).toBeNull()
  })
})

describe('signing out', () => {
  const question = () => screen.findByRole('alertdialog', { name: 'Sair com algo não enviado?' })
  const answer = async (name: string) => {
    fireEvent.click(within(await question()).getByRole('button', { name }))
  }
  const isOut = () => session.get().state === 'out'

  it('asks nothing with nothing unsent, and leaves nothing behind', async () => {
    writeUnsent('cart', ticketId, { saved: null, pending: null, faces: [] })
    await leave(queryClient)
    expect(isOut()).toBe(true)
    expect(Object.keys(localStorage).filter(key => key.startsWith('balcao.unsent.'))).toEqual([])
  })

  it('names what is unsent, and offers to send messages alone', async () => {
    writeUnsent('draft', ticketId, 'bom d')
    writeUnsent('note', ticketId, 'lig')
    writeUnsent('cart', ticketId, { saved: null, pending: { base: null }, faces: [] })
    const leaving = leave(queryClient)
    const dialog = within(await question())
    dialog.getByText(/^2 rascunhos · 1 pedido não salvo\. O que for guardado/)
    expect(dialog.queryByRole('button', { name: 'Enviar e sair' })).toBeNull()
    await answer('Guardar e sair')
    await leaving
    expect(isOut()).toBe(true)
    session.set({ state: 'in', token: 't', user })
    expect(listUnsent('draft')).toEqual([{ id: ticketId, value: 'bom d' }])
  })

  it('stays when the question is left', async () => {
    await leftUnsent()
    const leaving = leave(queryClient)
    await answer('Cancelar')
    await leaving
    expect(isOut()).toBe(false)
    expect(listUnsent('message')).toHaveLength(1)
  })

  it('discards everything', async () => {
    await leftUnsent()
    writeUnsent('draft', ticketId, 'bom d')
    const leaving = leave(queryClient)
    await answer('Descartar e sair')
    await leaving
    expect(isOut()).toBe(true)
    expect(sent()).toEqual([])
    expect(Object.keys(localStorage).filter(key => key.startsWith('balcao.unsent.'))).toEqual([])
  })

  it('sends everything first', async () => {
    await leftUnsent()
    const leaving = leave(queryClient)
    await answer('Enviar e sair')
    await leaving
    expect(sent().toSorted()).toEqual(['Temos bolo', 'Viu o estoque?'])
    expect(isOut()).toBe(true)
  })

  it('stays signed in when something could not be sent', async () => {
    backend.on(messages.create, () => ({ status: 422, body: { error: 'ERR_TICKET_CLOSED' } }))
    await leftUnsent()
    const leaving = leave(queryClient)
    await answer('Enviar e sair')
    await leaving
    await screen.findByText('1 mensagem não pôde ser enviada. Você continua conectado.')
    expect(isOut()).toBe(false)
    expect(listUnsent('message')).toHaveLength(1)
  })
})
