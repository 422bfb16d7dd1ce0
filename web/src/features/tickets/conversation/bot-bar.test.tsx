// @vitest-environment jsdom
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { applyTicket } from '#/realtime/ticket-lists.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { BotBar } from './bot-bar.tsx'

const queue = { id: '01980000-0000-7000-8000-0000000000aa', name: 'Vendas', color: '#112233' }

beforeEach(async () => {
  await startI18n('pt')
  await loadTexts('tickets', 'ticketDetails')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

describe('where the bot stands', () => {
  it('follows the contact through the menus, and is gone when somebody accepts', () => {
    const ticket = sampleTicket({ status: 'pending', chatbot: true, bot: { path: [] }, queueId: null, queue: null })
    queryClient.setQueryData(queryKey(tickets.getByUuid, { params: { ticketId: ticket.id } }), ticket)
    render(
      <QueryClientProvider client={queryClient}>
        <BotBar ticketId={ticket.id} />
      </QueryClientProvider>,
    )
    expect(screen.getByText('Robô: escolha da fila')).toBeTruthy()
    const becomes = (changes: Parameters<typeof sampleTicket>[0]) =>
      act(() => applyTicket(queryClient, { ...ticket, ...changes }, sessionUser()))
    becomes({ queueId: queue.id, queue })
    expect(screen.getByText('Robô: Vendas')).toBeTruthy()
    becomes({ queueId: queue.id, queue, bot: { path: ['Orçamento', 'Peças'] } })
    expect(screen.getByText('Robô: Vendas › Orçamento › Peças')).toBeTruthy()
    becomes({ queueId: queue.id, queue, status: 'open', chatbot: false, bot: null })
    expect(screen.queryByText(/^Robô/)).toBeNull()
  })
})
