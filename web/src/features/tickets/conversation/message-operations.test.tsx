// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { edit, retry } from './message-operations.ts'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('a message nobody knows the fate of is sent again only by somebody who knows that it may arrive twice', async () => {
  const message = sampleMessage({ fromMe: true, error: 'ERR_SEND_UNKNOWN' })
  backend.on(messages.retry, () => ({ body: { ...message, error: null } }))
  await renderScreen('/inbox', <p>here</p>)
  await loadTexts('tickets', 'ticketDetails')
  const left = retry(queryClient, message)
  expect(await screen.findByText(/recebe a mensagem duas vezes/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await left
  expect(backend.calls.filter(({ method }) => method === 'POST')).toEqual([])
  const sent = retry(queryClient, message)
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar de novo' }))
  await sent
  expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('any other failed message is sent again at once', async () => {
  const message = sampleMessage({ fromMe: true, error: 'ERR_SENDING_WAPP_MSG' })
  backend.on(messages.retry, () => ({ body: { ...message, error: null } }))
  await retry(queryClient, message)
  expect(backend.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('a refused edit takes back its text alone, not what came while it was asked for', async () => {
  await renderScreen('/inbox', <p>here</p>)
  await loadTexts('tickets', 'ticketDetails')
  const message = sampleMessage({ fromMe: true, body: 'R$ 45' })
  const key = queryKey(messages.list, { params: { ticketId: message.ticketId } })
  const page = { messages: [message], hasMore: false, nextCursor: null }
  queryClient.setQueryData(key, { pages: [page], pageParams: [null] })
  const shown = () => queryClient.getQueryData<{ pages: { messages: Message[] }[] }>(key)!.pages[0]!.messages[0]!
  const answer = Promise.withResolvers<{ status: number; body: object }>()
  backend.on(messages.update, () => answer.promise)
  const reaction = { emoji: '👍', fromMe: false, name: 'Maria', userId: null }
  // The edit was begun with the message as it was then.
  applyMessage(queryClient, { ...message, reactions: [reaction] })
  const again = vi.fn()
  const edited = edit(queryClient, message, 'R$ 54', again)
  expect(shown()).toMatchObject({ body: 'R$ 54', isEdited: true, reactions: [reaction] })
  applyMessage(queryClient, { ...shown(), ack: 3, isDeleted: true })
  answer.resolve({ status: 422, body: { error: 'ERR_MESSAGE_NOT_EDITABLE' } })
  await edited
  // What was written is not lost.
  await userEvent.click(await screen.findByRole('button', { name: 'Editar de novo' }))
  expect(again).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: message.id, body: 'R$ 54' }))
  expect(shown()).toMatchObject({ body: 'R$ 45', isEdited: false, ack: 3, isDeleted: true, reactions: [reaction] })
})

it('an edit that changes nothing is not sent, one that was refused before is', async () => {
  const message = sampleMessage({ fromMe: true, body: 'R$ 45' })
  const key = queryKey(messages.list, { params: { ticketId: message.ticketId } })
  const page = { messages: [message], hasMore: false, nextCursor: null }
  queryClient.setQueryData(key, { pages: [page], pageParams: [null] })
  backend.on(messages.update, ({ body }) => ({ body: { ...message, ...(body as object), isEdited: true } }))
  await edit(queryClient, message, 'R$ 45', vi.fn())
  expect(backend.calls).toEqual([])
  await edit(queryClient, { ...message, body: 'R$ 54' }, 'R$ 54', vi.fn())
  expect(backend.calls).toHaveLength(1)
})
