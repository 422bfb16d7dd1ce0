// @vitest-environment jsdom
import { chats } from '@balcao/shared/api/content/chats.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Chat, ChatMessage } from '@balcao/shared/entities/chat.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { FirstFrame } from '#/testing/first-frame.tsx'
import { renderScreen } from '#/testing/render-screen.tsx'
import { COLLEAGUE, sampleChat, sampleChatMessage } from '#/testing/sample-chat.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { ChatPane } from './chat-pane.tsx'
import { ChatsScreen } from './chats-screen.tsx'

const me = sessionUser({ profile: 'user' })
let backend: Awaited<ReturnType<typeof startBackend>>
const page = <T,>(records: T[]) => ({ body: { records, hasMore: false, nextCursor: null } })
const posts = () => backend.calls.filter(({ method }) => method === 'POST')
const field = () => screen.findByRole('textbox', { name: 'Mensagem para Plantão' })
const enter = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'Enter' })

beforeEach(async () => {
  URL.createObjectURL = () => 'blob:made'
  URL.revokeObjectURL = () => undefined
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the list of conversations', () => {
  it('says what they are when there are none, and what a new one wants', async () => {
    backend.on(chats.list, () => page([]))
    backend.on(users.listAll, () => ({
      body: [me, COLLEAGUE].map(({ id, name }) => ({ id, name, queueIds: [], online: true })),
    }))
    const { router } = await renderScreen('/chats', <ChatsScreen />, me)
    expect(await screen.findByText('Nenhuma conversa ainda')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Nova conversa' })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('Por favor, preencha o título da conversa.')).toBeTruthy()
    expect(dialog.getByText('Por favor, selecione pelo menos um usuário.')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText(/^Título/), { target: { value: 'Plantão' } })
    await userEvent.click(dialog.getByRole('combobox', { name: /^Usuários/ }))
    expect((await screen.findAllByRole('option')).map(each => each.textContent)).toEqual(['Bruno Lima'])
    await userEvent.click(screen.getByRole('option', { name: 'Bruno Lima' }))
    await userEvent.keyboard('{Escape}')
    const made = sampleChat(me)
    backend.on(chats.create, () => ({ status: 201, body: made }))
    fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/chats/${made.id}`))
    expect(posts().map(({ body }) => body)).toEqual([{ title: 'Plantão', users: [COLLEAGUE.id] }])
  })

  it('has its open tab in the address on a narrow screen', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      media => Object.assign(new EventTarget(), { media, matches: true }) as unknown as MediaQueryList,
    )
    backend.on(chats.list, () => page([sampleChat(me, { title: 'Loja' })]))
    const { router } = await renderScreen('/chats', <ChatsScreen />, me, '?part=messages')
    const open = () => screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')
    expect(open()).toBe('chats-messages')
    await userEvent.click(screen.getByRole('tab', { selected: false }))
    await waitFor(() => expect(router.latestLocation.search).toEqual({}))
    await waitFor(() => expect(open()).toBe('chats-list'))
    vi.restoreAllMocks()
  })

  it('is kept live by events alone', async () => {
    const [old, other] = [sampleChat(me, { title: 'Loja' }), sampleChat(me, { title: 'Caixa' })]
    backend.on(chats.list, () => page([other, old]))
    await renderScreen('/chats', <ChatsScreen />, me)
    const rows = () => screen.getAllByRole('listitem').map(each => each.textContent)
    expect(await screen.findByText('Loja')).toBeTruthy()
    const asked = backend.calls.length
    const users = old.users.map(each => ({ ...each, unreads: each.userId === me.id ? 3 : 0 }))
    const newer: Chat = {
      ...old,
      users,
      lastMessage: 'Chegou o pedido',
      updatedAt: new Date().toISOString(),
      version: 4,
    }
    applyEvent(queryClient, { channel: 'chat', payload: { action: 'update', chat: newer } } as never)
    await waitFor(() => expect(rows()[0]).toContain('Chegou o pedido'))
    expect(screen.getByLabelText('3 mensagens não lidas')).toBeTruthy()
    applyEvent(queryClient, { channel: 'chat', payload: { action: 'delete', chatId: other.id } } as never)
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(backend.calls.slice(asked).filter(({ path }) => path === '/chats')).toEqual([])
  })
})

describe('a conversation', () => {
  const chat = sampleChat(me, { unreads: 1 })
  const open = async (said: ChatMessage[]) => {
    backend.on(chats.messages, () => page(said))
    backend.on(chats.read, () => ({ body: sampleChat(me, { id: chat.id, version: 2 }) }))
    await renderScreen('/chats', <ChatPane chat={chat} onEdit={() => undefined} />, me)
  }

  it('has the focus in its field from its first frame', async () => {
    const focused: (string | undefined)[] = []
    backend.on(chats.messages, () => page([]))
    await renderScreen(
      '/chats',
      <FirstFrame look={() => void focused.push(document.activeElement?.tagName)}>
        <ChatPane chat={chat} onEdit={() => undefined} />
      </FirstFrame>,
      me,
    )
    await field()
    expect(focused).toEqual(['TEXTAREA'])
  })

  it('is read when it is opened, and shows where reading stopped', async () => {
    await open([
      sampleChatMessage({ chatId: chat.id, message: 'um' }),
      sampleChatMessage({ chatId: chat.id, message: 'dois' }),
    ])
    expect(await screen.findByText('1 mensagem não lida')).toBeTruthy()
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual([`/chats/${chat.id}/read`]))
  })

  it('shows what is sent at once, sends it again under the same id, and nothing blank', async () => {
    await open([])
    const input = await field()
    fireEvent.change(input, { target: { value: '  \n ' } })
    enter(input)
    backend.on(chats.send, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    fireEvent.change(input, { target: { value: 'Alguém no caixa?' } })
    fireEvent.keyDown(input, { key: 'Enter', shiftKey: true })
    enter(input)
    expect(await screen.findByText('Alguém no caixa?')).toBeTruthy()
    const again = await screen.findByRole('button', { name: 'Tentar de novo' })
    backend.on(chats.send, ({ body }) => {
      const { message, clientId } = body as { message: string; clientId: string }
      return {
        status: 201,
        body: sampleChatMessage({ chatId: chat.id, message, clientId, sender: { id: me.id, name: me.name } }),
      }
    })
    fireEvent.click(again)
    expect(await screen.findByLabelText('Enviada')).toBeTruthy()
    expect(screen.getAllByText('Alguém no caixa?')).toHaveLength(1)
    const sent = posts().filter(({ path }) => path.endsWith('/messages'))
    expect(sent).toHaveLength(2)
    expect(sent[0]!.body).toEqual(sent[1]!.body)
  })

  it('sends dropped files, the text under the first', async () => {
    await open([])
    const input = await field()
    fireEvent.change(input, { target: { value: 'As duas' } })
    const files = ['a.png', 'b.pdf'].map(
      name => new File(['x'], name, { type: name.endsWith('png') ? 'image/png' : 'application/pdf' }),
    )
    fireEvent.drop(input, { dataTransfer: { types: ['Files'], files } })
    expect(await screen.findByRole('button', { name: 'Remover b.pdf' })).toBeTruthy()
    backend.on(chats.send, () => ({
      status: 201,
      body: sampleChatMessage({ chatId: chat.id, sender: { id: me.id, name: me.name } }),
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    await waitFor(() =>
      expect(
        posts()
          .filter(({ path }) => path.endsWith('/messages'))
          .map(({ body }) => body),
      ).toMatchObject([
        { message: 'As duas', file: { name: 'a.png', type: 'image/png' } },
        { message: '', file: { name: 'b.pdf' } },
      ]),
    )
  })

  it('makes a protocol the way to its ticket, and leaves one that leads nowhere as text', async () => {
    const ticket = sampleTicket()
    const protocol = `20260310-${ticket.id.slice(-6).toUpperCase()}`
    backend.on(tickets.list, ({ query }) => ({
      body: {
        tickets: query.get('searchParam') === protocol.toLowerCase() ? [ticket] : [sampleTicket()],
        hasMore: false,
        nextCursor: null,
      },
    }))
    await open([sampleChatMessage({ chatId: chat.id, message: `Veja #${protocol} e #20260310-ABCDEF.` })])
    const link = await screen.findByRole('link', { name: `#${protocol}` })
    expect(link.getAttribute('href')).toBe(`/tickets/${ticket.uuid}`)
    expect(screen.queryByRole('link', { name: '#20260310-ABCDEF' })).toBeNull()
    expect(screen.getByText('#20260310-ABCDEF')).toBeTruthy()
  })
})
