// @vitest-environment jsdom
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleMessage } from '#/testing/sample-message.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { MessageList } from './message-list.tsx'

const ticket = sampleTicket()
const nothing = () => undefined
const handlers = {
  onReply: nothing,
  onEdit: nothing,
  onDelete: nothing,
  onRetry: nothing,
  onOpenImage: nothing,
  onContact: nothing,
  onReact: nothing,
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

it('a gap says how many messages came late, and of none only when it was', async () => {
  const gap = (from: string, to: string, recovered: number) => ({
    id: newId(),
    ticketId: ticket.id,
    type: 'gap',
    user: null,
    queue: null,
    gap: { from: `2026-03-10T${from}:00.000Z`, to: `2026-03-10T${to}:00.000Z`, recovered },
    createdAt: `2026-03-10T${to}:00.000Z`,
  })
  const message = sampleMessage({ ticketId: ticket.id, body: 'oi', createdAt: '2026-03-10T12:00:00.000Z' })
  backend.on(messages.list, () => ({ body: { messages: [message], hasMore: false, nextCursor: null } }))
  backend.on(ticketsLog.list, () => ({ body: [gap('13:00', '13:10', 0), gap('14:00', '14:10', 1)] }))
  await loadTexts('tickets')
  await renderScreen('/conversation', <MessageList ticket={ticket} readOnly={false} handlers={handlers} />)
  const gaps = await screen.findAllByText(/^sem conexão/)
  expect(gaps.map(({ textContent }) => textContent)).toEqual([
    'sem conexão 10:00-10:10',
    'sem conexão 11:00-11:10, 1 mensagem recuperada',
  ])
})

it('goes to a message of long ago with what stands around it, and from there on to the newest', async () => {
  const at = (minute: number) => new Date(Date.parse('2026-03-10T12:00:00.000Z') + minute * 60_000).toISOString()
  const said = Array.from({ length: 60 }, (_, i) =>
    sampleMessage({ id: newId(Date.parse(at(i))), ticketId: ticket.id, body: `fala ${i}`, createdAt: at(i) }),
  )
  const asked: string[] = []
  backend.on(ticketsLog.list, () => ({ body: [] }))
  backend.on(messages.list, ({ query }) => {
    asked.push([...query].map(([name]) => name).join())
    const place = (id: string | null) => said.findIndex(message => message.id === id)
    const [around, after] = [place(query.get('around')), place(query.get('after'))]
    const [from, to] = around >= 0 ? [around - 5, around + 5] : after >= 0 ? [after + 1, after + 31] : [40, 60]
    return {
      body: {
        messages: said.slice(from, to),
        hasMore: true,
        nextCursor: `before-${from}`,
        ...(around >= 0 || after >= 0 ? { hasNewer: to < 60 } : {}),
      },
    }
  })
  await loadTexts('tickets')
  const wish = { id: said[10]!.id }
  await renderScreen('/conversation', <MessageList ticket={ticket} readOnly={false} handlers={handlers} wish={wish} />)
  await screen.findByText('fala 10')
  expect(screen.getByText('fala 5')).toBeTruthy()
  expect(screen.queryByText('fala 59')).toBeNull()
  // Nothing has a height here: what is shorter than the window goes on by itself until the newest is there.
  await screen.findByText('fala 59')
  expect(asked).toEqual(['', 'around', 'after', 'after'])
  expect(new Set(screen.getAllByText(/^fala/).map(({ textContent }) => textContent)).size).toBe(55)
})
