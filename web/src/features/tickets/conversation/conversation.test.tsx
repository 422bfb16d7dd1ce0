// @vitest-environment jsdom
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { sampleConnection } from '@balcao/shared/test/sample-connection.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { listenForShortcuts } from '#/lib/shortcuts.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { Conversation } from './conversation.tsx'

const ticket = sampleTicket()
const shop = sampleConnection({ id: ticket.whatsappId ?? '', name: 'Loja' })

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messages.list, () => ({ body: { messages: [], hasMore: false, nextCursor: null } }))
  await loadTexts('tickets')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/**
 * Returns the live region right above the input: screen readers announce what is added to it, but
 * not its initial content.
 */
const region = () => {
  const input = screen.getByRole('textbox', { name: /^Mensagem para/ })
  return screen
    .getAllByRole('status')
    .findLast(each => each.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING)
}

it('a connection that goes down is told in a live region that was there before', async () => {
  backend.on(whatsapp.list, () => ({ body: [shop] }))
  await renderScreen('/inbox', <Conversation ticket={ticket} />)
  await screen.findByRole('textbox', { name: /^Mensagem para/ })
  const before = region()
  expect(before?.textContent).toBe('')
  await waitFor(() => expect(backend.calls.some(({ path }) => path === whatsapp.list.path)).toBe(true))
  await waitFor(() => {
    act(() =>
      applyListEvent(queryClient, whatsapp.list, null, { action: 'update', row: { ...shop, status: 'DISCONNECTED' } }),
    )
    expect(before?.textContent).toContain('está desconectada')
  })
  expect(region()).toBe(before)
})

describe('what is written below a conversation', () => {
  let stop: () => void
  beforeEach(() => {
    localStorage.clear()
    stop = listenForShortcuts()
  })
  afterEach(() => stop())
  const message = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: /^Mensagem para/ })
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Escrever uma observação' })

  it('is a message or a note: each keeps its text, and the other tab says so', async () => {
    await renderScreen('/inbox', <Conversation ticket={ticket} />)
    await waitFor(() => expect(message()).not.toBeNull())
    await userEvent.type(message()!, 'Bom dia')
    await userEvent.keyboard('{Control>}.{/Control}')
    const field = await note()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(message()).toBeNull()
    expect(screen.getByRole('tab', { name: /Responder.*Rascunho/ })).toBeTruthy()
    await userEvent.keyboard('Liga cedo{Escape}m')
    await waitFor(() => expect(document.activeElement).toBe(message()))
    expect(message()!.value).toBe('Bom dia')
    await userEvent.click(screen.getByRole('tab', { name: /Observação.*Rascunho/ }))
    expect((await note()).value).toBe('Liga cedo')
  })

  it('is a note alone where nobody has accepted the ticket', async () => {
    await renderScreen('/inbox', <Conversation ticket={{ ...ticket, status: 'pending', userId: null, user: null }} />)
    await screen.findByText('Aceite o atendimento para responder.')
    await userEvent.keyboard('n')
    await note()
    expect(screen.queryByText('Aceite o atendimento para responder.')).toBeNull()
  })
})
