// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ConversationFind } from './conversation-find.tsx'

const ids = [newId(), newId(), newId()]
const place = (id: string) => ({ id, createdAt: '2026-03-10T12:00:00.000Z' })

let backend: Awaited<ReturnType<typeof startBackend>>
let gone: string[]
let closed: number
beforeEach(async () => {
  backend = await startBackend()
  gone = []
  closed = 0
  await loadTexts('ticketDetails')
})
afterEach(async () => {
  onlineManager.setOnline(true)
  cleanup()
  await backend.stop()
})

const show = () =>
  renderScreen(
    '/conversation',
    <ConversationFind
      ticketId={newId()}
      onGo={id => gone.push(id)}
      onClose={() => {
        closed += 1
      }}
    />,
  )

it('goes to the newest hit, from one to the next by keys, and over pages', async () => {
  backend.on(messages.find, ({ query }) => ({
    body: query.get('cursor')
      ? { hits: [place(ids[2]!)], hasMore: false, nextCursor: null }
      : { hits: [place(ids[0]!), place(ids[1]!)], hasMore: true, nextCursor: 'x' },
  }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar nesta conversa' }), 'boleto')
  await screen.findByText('1 de 2+')
  expect(gone).toEqual([ids[0]])
  await userEvent.keyboard('{Enter}{Enter}')
  await screen.findByText('3 de 3')
  expect(gone).toEqual(ids)
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await screen.findByText('2 de 3')
  expect(gone.at(-1)).toBe(ids[1])
  expect(screen.getByRole('button', { name: 'Resultado mais antigo' })).toHaveProperty('disabled', false)
  await userEvent.keyboard('{Escape}')
  expect(closed).toBe(1)
})

it('says of the last hit that it is the last, once an empty page has shown it', async () => {
  backend.on(messages.find, ({ query }) => ({
    body: query.get('cursor')
      ? { hits: [], hasMore: false, nextCursor: null }
      : { hits: [place(ids[0]!)], hasMore: true, nextCursor: 'x' },
  }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar nesta conversa' }), 'boleto')
  await screen.findByText('1 de 1')
  expect(screen.getByRole('button', { name: 'Resultado mais antigo' })).toHaveProperty('disabled', true)
  expect(gone).toEqual([ids[0]])
})

it('says that nothing was found, and asks nothing without a word', async () => {
  backend.on(messages.find, () => ({ body: { hits: [], hasMore: false, nextCursor: null } }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox'), '. ,')
  expect(screen.getByRole('status').textContent).toBe('')
  await userEvent.type(screen.getByRole('searchbox'), 'cotovia')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nada encontrado'))
  expect(gone).toEqual([])
})

it('Esc on one of its buttons closes it, too, and the focus goes to the messages', async () => {
  backend.on(messages.find, () => ({ body: { hits: [place(ids[0]!)], hasMore: false, nextCursor: null } }))
  await show()
  const log = document.body.appendChild(document.createElement('div'))
  log.dataset.conversationLog = ''
  log.tabIndex = 0
  const reached = vi.fn()
  document.addEventListener('keydown', reached)
  const button = await screen.findByRole('button', { name: 'Fechar a busca' })
  button.focus()
  await userEvent.keyboard('{Escape}')
  expect(closed).toBe(1)
  expect(document.activeElement).toBe(log)
  // It is not the Esc that leaves the conversation.
  expect(reached).not.toHaveBeenCalled()
  document.removeEventListener('keydown', reached)
  log.remove()
})

it('says that it cannot go on without a network, and goes on with it', async () => {
  backend.on(messages.find, ({ query }) => ({
    body: query.get('cursor')
      ? { hits: [place(ids[2]!)], hasMore: false, nextCursor: null }
      : { hits: [place(ids[0]!), place(ids[1]!)], hasMore: true, nextCursor: 'x' },
  }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox'), 'boleto')
  await screen.findByText('1 de 2+')
  onlineManager.setOnline(false)
  await userEvent.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Não foi possível buscar'))
  onlineManager.setOnline(true)
  await screen.findByText('3 de 3')
})

it.each([true, false])('says of a search that failed, not that nothing was found; online: %s', async isOnline => {
  onlineManager.setOnline(isOnline)
  backend.on(messages.find, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
  await show()
  await userEvent.type(await screen.findByRole('searchbox'), 'cotovia')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Não foi possível buscar'))
})
