// @vitest-environment jsdom
import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageList } from './message-list.tsx'

const ticket = sampleTicket()
const nothing = () => undefined
const onOpenImage = vi.fn()
const onReact = vi.fn()
const handlers = {
  ...{ onReply: nothing, onEdit: nothing, onDelete: nothing, onRetry: nothing, onContact: nothing },
  ...{ onOpenImage, onReact },
}

const NO_MEDIA = { fileName: '', mimetype: 'image/png', size: 9, ptt: false, seconds: null, width: null, height: null }
const START = Date.parse('2026-03-10T12:00:00.000Z')
const photos = (count: number, changes: (i: number) => Partial<Message> = () => ({})) =>
  Array.from({ length: count }, (_, i) => {
    const at = START + i * 1000
    return sampleMessage({
      ...{ id: newId(at), ticketId: ticket.id, createdAt: new Date(at).toISOString(), body: '', albumId: 'ALBUM' },
      ...{ mediaType: 'image', mediaUrl: `https://m.exemplo/${i}.png`, ...changes(i) },
    })
  })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(ticketsLog.list, () => ({ body: [] }))
  onOpenImage.mockClear()
  onReact.mockClear()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

async function show(messages: Message[], target: { id: string } | null = null) {
  backend.on(messagesApi.list, () => ({ body: { messages, hasMore: false, nextCursor: null } }))
  await loadTexts('tickets')
  await renderScreen(
    '/conversation',
    <MessageList ticket={ticket} readOnly={false} handlers={handlers} target={target} />,
    sessionUser(),
  )
}
const pictures = () => screen.queryAllByRole('button', { name: 'Abrir imagem' })
const tile = (message: Message) => within(document.getElementById(`message-${message.id}`)!)

it('stands together as a grid with its captions; each opens, has a menu and takes reactions', async () => {
  const reactions = [{ emoji: '👍', fromMe: false, name: 'Maria', userId: null }]
  const said = photos(3, i => (i === 1 ? { body: 'este?', editedUnseen: true, reactions } : {}))
  await show(said)
  await waitFor(() => expect(pictures()).toHaveLength(3))
  expect(document.querySelectorAll('.grid-cols-2 > [data-message]')).toHaveLength(3)
  expect(screen.getByText('este?')).toBeTruthy()
  expect(screen.getByText('editada no WhatsApp')).toBeTruthy()
  await userEvent.click(tile(said[2]!).getByRole('button', { name: 'Abrir imagem' }))
  expect(onOpenImage).toHaveBeenCalledExactlyOnceWith(said[2])
  await userEvent.click(tile(said[1]!).getByRole('button', { name: /^👍/ }))
  expect(onReact).toHaveBeenCalledExactlyOnceWith(said[1], '👍')
  await userEvent.click(tile(said[0]!).getByRole('button', { name: 'Opções da mensagem' }))
  expect(await screen.findByRole('menuitem', { name: /Responder/ })).toBeTruthy()
})

it('shows four and how many more, and all of them to who asks', async () => {
  await show(photos(7))
  const more = await screen.findByRole('button', { name: 'Mostrar mais 3 fotos' })
  expect(more.textContent).toBe('+3')
  expect(document.querySelectorAll('img')).toHaveLength(4)
  await userEvent.click(more)
  expect(document.querySelectorAll('img')).toHaveLength(7)
  expect(pictures()).toHaveLength(7)
})

it('shows all when somebody goes to one that is covered, or walks onto it', async () => {
  const said = photos(6)
  await show(said, { id: said[5]!.id })
  await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(6))
  cleanup()
  const others = photos(5)
  await show(others)
  await screen.findByRole('button', { name: 'Mostrar mais 1 foto' })
  act(() => document.getElementById(`message-${others[4]!.id}`)!.focus())
  await waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(5))
})

it('leaves out what is deleted, did not arrive, or is of another album', async () => {
  const said = photos(4, i => [{}, {}, { error: 'ERR_WAPP_DOWNLOAD_MEDIA' as const, mediaUrl: null }, {}][i]!)
  await show([...said, ...photos(1, () => ({ albumId: null, id: newId(START + 9000) }))])
  await waitFor(() => expect(document.querySelectorAll('.grid-cols-2 > [data-message]')).toHaveLength(2))
  expect(await screen.findByRole('button', { name: 'Baixar de novo' })).toBeTruthy()
  expect(document.querySelectorAll('[data-message]')).toHaveLength(5)
})

it('a quotation of a status shows what it was, and leads nowhere', async () => {
  const quotedMsg: Message['quotedMsg'] = {
    ...{ id: null, body: '', fromMe: true, name: null, status: true, thumbnail: '/9j/' },
    mediaType: 'image',
  }
  await show([sampleMessage({ ticketId: ticket.id, body: 'quero', quotedMsg })])
  const quote = (await screen.findByText('Imagem')).closest('button')!
  expect(quote.disabled).toBe(true)
  expect(quote.textContent).toContain('Status')
  expect(quote.querySelector('img')?.getAttribute('src')).toBe('data:image/jpeg;base64,/9j/')
})

it('a message that was edited where it cannot be read says so beside its old text', async () => {
  await show([sampleMessage({ ticketId: ticket.id, body: 'às 8', editedUnseen: true })])
  expect(await screen.findByText('às 8')).toBeTruthy()
  expect(screen.getByText('editada no WhatsApp')).toBeTruthy()
})

it('says what a picture was that cannot be shown; its menu stays', async () => {
  const through = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.startsWith('https://m.exemplo/') ? Promise.resolve(new Response()) : through(input, init),
  )
  const said = photos(3, i => (i === 1 ? { media: { ...NO_MEDIA, fileName: 'bolo.png' } } : {}))
  await show(said)
  await waitFor(() => expect(pictures()).toHaveLength(3))
  fireEvent.error(document.querySelectorAll('img[src^="https://m.exemplo/"]')[1]!)
  expect(await tile(said[1]!).findByRole('button', { name: 'Baixar bolo.png' })).toBeTruthy()
  expect(tile(said[1]!).getByRole('button', { name: 'Opções da mensagem' })).toBeTruthy()
  expect(pictures()).toHaveLength(2)
})
