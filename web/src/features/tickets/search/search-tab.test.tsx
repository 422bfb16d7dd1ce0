// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { MessageHit } from '@balcao/shared/entities/message-hit.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import type { TicketSearch } from '../list/ticket-search.ts'
import { SearchTab } from './search-tab.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
let found: Ticket[]
let hits: MessageHit[]
const go = vi.fn()
const onQueues = vi.fn()

const named = (name: string, changes: Partial<Ticket> = {}) =>
  sampleTicket({ contact: { ...sampleTicket().contact, name }, ...changes })

const hit = (line: string, changes: Partial<MessageHit> = {}): MessageHit => {
  const ticket = sampleTicket()
  return {
    id: newId(),
    ticketId: ticket.id,
    line,
    fromMe: false,
    mediaType: 'chat',
    author: null,
    createdAt: '2026-03-10T12:00:00.000Z',
    ticket,
    ...changes,
  }
}

beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('tickets', 'ticketDetails')
  found = []
  hits = []
  go.mockReset()
  onQueues.mockReset()
  backend.on(whatsapp.list, () => ({ body: [] }))
  backend.on(users.listAll, () => ({ body: [] }))
  backend.on(tags.listAll, () => ({ body: [{ id: newId(), name: 'VIP', color: '#112233', kanban: 0 }] }))
  backend.on(contacts.listAll, () => ({ body: [] }))
  backend.on(tickets.list, () => ({ body: { tickets: found, hasMore: false, nextCursor: null } }))
  backend.on(messages.search, () => ({ body: { hits, hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const queue = { id: newId(), name: 'Vendas', color: '#112233' }
const show = (search: TicketSearch, queueIds: string[] = []) =>
  renderScreen(
    '/tickets',
    <SearchTab
      search={search}
      filter={{ queueIds: undefined, showAll: undefined }}
      go={go}
      box={createRef()}
      several={false}
      options={null}
      queues={[queue, { ...queue, id: newId(), name: 'Suporte' }]}
      queueIds={queueIds}
      onQueues={onQueues}
      mayShowAll={false}
      showAll={false}
      onShowAll={() => undefined}
      onSpy={() => undefined}
    />,
  )

it('shows conversations first, then messages with their words marked, in one result', async () => {
  found = [named('Dep\u00f3sito Central', { status: 'closed' })]
  const own = hit('Segue o *depósito* de hoje', { fromMe: true, author: 'Ana Souza' })
  hits = [own]
  await show({ q: 'deposi' })
  const link = await screen.findByRole('link', { name: /Segue o/ })
  expect(link.querySelector('mark')?.textContent).toBe('depósi')
  expect(link.textContent).toContain('Ana Souza')
  expect(link.getAttribute('href')).toContain(`/tickets/${own.ticket.uuid}?message=${own.id}`)
  const conversation = await screen.findByText('Depósito Central')
  expect(conversation.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Conversas',
    'Mensagens',
  ])
  expect(await axeFaults()).toEqual([])
})

it('shows five conversations above the messages, and all of them when asked to', async () => {
  found = Array.from({ length: 8 }, (_, i) => named(`Maria ${i}`))
  hits = [hit('Maria vem hoje')]
  await show({ q: 'maria' })
  await screen.findByText('Maria 4')
  await screen.findByRole('link', { name: /vem hoje/ })
  expect(screen.queryByText('Maria 5')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais conversas' }))
  await screen.findByText('Maria 7')
  expect(screen.queryByRole('button', { name: 'Mostrar mais conversas' })).toBeNull()
})

it('has messages without a conversation, and conversations without a message', async () => {
  hits = [hit('cotovia')]
  await show({ q: 'cotovia' })
  await screen.findByRole('link', { name: /cotovia/ })
  expect(screen.queryByRole('heading', { name: 'Conversas' })).toBeNull()
  cleanup()
  found = [named('Cotovia')]
  hits = []
  await show({ q: 'cotovias' })
  await screen.findByText('Cotovia')
  await screen.findByText('Nenhuma mensagem com todas essas palavras.')
})

it('goes on through pages without a hit, for a while by itself and then when it is asked to', async () => {
  let pages = 0
  backend.on(messages.search, () => {
    pages += 1
    const body = {
      hits: pages > 8 ? [hit('cotovia')] : [],
      hasMore: pages < 9,
      nextCursor: pages < 9 ? `${pages}` : null,
    }
    return { body }
  })
  await show({ q: 'cotovia' })
  await userEvent.click(await screen.findByRole('button', { name: 'Buscar em mensagens mais antigas' }))
  await screen.findByRole('link', { name: /cotovia/ })
  expect(pages).toBe(9)
})

it('says what was searched and since when, and offers to search without limits', async () => {
  await show({ q: 'cotovia' })
  await screen.findByText('Nada encontrado para “cotovia”')
  screen.getByText('Buscamos em nomes, números, protocolos e mensagens.')
  screen.getByText('De todo o período, em tudo o que você pode ver.')
  expect(screen.queryByRole('button', { name: 'Buscar sem limites' })).toBeNull()
  cleanup()
  await show({ q: 'cotovia', tags: [newId()], date: '2026-03-09' }, [queue.id])
  const limits = await screen.findByText(/A busca está limitada a/)
  expect(limits.textContent).toContain('Vendas, 1 tag, início em 09/03/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Buscar sem limites' }))
  expect(go).toHaveBeenCalledWith(expect.objectContaining({ tags: undefined, date: undefined }))
  expect(onQueues).toHaveBeenCalledWith([])
  await userEvent.click(screen.getByRole('button', { name: 'Limpar a busca' }))
  await screen.findByText('Nada encontrado com estes filtros')
  cleanup()
  await show({ q: 'cotovia', priority: ['high', 'urgent'] })
  expect((await screen.findByText(/A busca está limitada a/)).textContent).toContain('prioridade: alta ou urgente')
  go.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Buscar sem limites' }))
  expect(go.mock.calls).toEqual([[expect.objectContaining({ priority: undefined })]])
})

it('asks both for the same limits, and messages only for words', async () => {
  const tag = newId()
  await show({ q: 'cotovia', tags: [tag], date: '2026-03-09', unread: true, priority: ['high', 'urgent'] })
  await waitFor(() => expect(backend.calls.filter(({ path }) => path === '/messages/search')).toHaveLength(1))
  for (const path of ['/messages/search', '/tickets']) {
    const { query } = backend.calls.find(call => call.path === path)!
    expect(Object.fromEntries(query)).toMatchObject({
      searchParam: 'cotovia',
      tags: JSON.stringify([tag]),
      date: '2026-03-09',
      withUnreadMessages: 'true',
      priority: JSON.stringify(['high', 'urgent']),
    })
  }
  // What a call does not know, it does not limit by.
  expect(messages.search.query.shape.priority.parse(JSON.stringify(['high']))).toEqual(['high'])
  cleanup()
  backend.calls.length = 0
  await show({ tags: [tag] })
  await screen.findByText('Nada encontrado com estes filtros')
  expect(backend.calls.filter(({ path }) => path === '/messages/search')).toEqual([])
})

it('has its limits as chips that say what is chosen', async () => {
  await show({ q: 'x', date: '2026-03-09', unread: true })
  const chips = within(await screen.findByRole('group', { name: 'Filtros da busca' }))
  expect(chips.getByRole('button', { name: 'Não lidas' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(chips.getByRole('button', { name: 'Qualquer dia' }))
  expect(go).toHaveBeenCalledWith({ date: undefined })
  await userEvent.click(chips.getByRole('combobox', { name: 'Tags' }))
  await userEvent.click(await screen.findByRole('option', { name: 'VIP' }))
  expect(go).toHaveBeenCalledWith({ tags: [expect.any(String)] })
  await userEvent.click(chips.getByRole('button', { name: 'Não lidas' }))
  expect(go).toHaveBeenCalledWith({ unread: undefined })
})
