// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { MessageHit } from '@balcao/shared/entities/message-hit.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { FoundMessages } from './found-messages.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

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
const nothing = () => undefined
const show = (text: string, onClear = nothing) =>
  renderScreen('/tickets', <FoundMessages text={text} query={{}} onClear={onClear} />)

it('shows who, when and where, with the words marked, and leads to the message', async () => {
  const own = hit('Segue o *depósito* de hoje', { fromMe: true, author: 'Ana Souza' })
  backend.on(messages.search, () => ({ body: { hits: [own], hasMore: false, nextCursor: null } }))
  await show('deposi')
  const link = await screen.findByRole('link', { name: /Segue o/ })
  expect(link.querySelector('mark')?.textContent).toBe('depósi')
  expect(link.textContent).toContain('Ana Souza')
  expect(link.textContent).toContain(own.ticket.contact.name)
  expect(link.textContent).toMatch(/Aguardando|Em atendimento|Resolvido/)
  expect(link.getAttribute('href')).toContain(`/tickets/${own.ticket.uuid}?message=${own.id}`)
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
  await show('cotovia')
  await userEvent.click(await screen.findByRole('button', { name: 'Procurar em mensagens mais antigas' }))
  await screen.findByRole('link', { name: /cotovia/ })
  expect(pages).toBe(9)
})

it('says what to do before, and that nothing was found', async () => {
  backend.on(messages.search, () => ({ body: { hits: [], hasMore: false, nextCursor: null } }))
  await show('...')
  await screen.findByText('Busque uma mensagem')
  expect(backend.calls).toEqual([])
  cleanup()
  let cleared = 0
  await show('cotovia', () => {
    cleared += 1
  })
  await screen.findByText('Nenhuma mensagem com “cotovia”')
  await userEvent.click(screen.getByRole('button', { name: 'Limpar a busca' }))
  await waitFor(() => expect(cleared).toBe(1))
})
