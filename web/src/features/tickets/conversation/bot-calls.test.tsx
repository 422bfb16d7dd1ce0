// @vitest-environment jsdom
import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { BotCalls, LastCall, NoteCalls } from './bot-calls.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('prompts')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/**
 * Shows the calls of the agent's messages and of a note; rendering a screen empties the cache, so
 * it is filled inside.
 */
function Loaded({ rows, note }: { rows: Message[]; note?: TicketNote }) {
  useState(() =>
    queryClient.setQueryData(queryKey(messages.list, { params: { ticketId: rows[0]!.ticketId } }), {
      pages: [{ messages: rows, hasMore: false, nextCursor: null }],
      pageParams: [null],
    }),
  )
  return (
    <>
      {rows.map(message => message.machine && <BotCalls key={message.id} message={message} />)}
      {note && <NoteCalls note={note} />}
    </>
  )
}

const ticketId = newId()
const machine = { kind: 'prompt' as const, id: newId(), name: 'Vendedora' }
const callOf = (messageId: string, given: Partial<BotCall> = {}): BotCall => ({
  ...{ id: newId(), ticketId, promptId: machine.id, promptName: 'Vendedora', replyId: messageId, messageId },
  ...{ tool: 'search_products', asked: '{"query":"bolo"}', answered: '{"ok":true}', ok: true },
  ...{ ms: 412, tokens: 320, cost: 12_300, createdAt: '2026-11-20T12:00:01.000Z', ...given },
})
const noteOf = (createdAt: string): TicketNote => ({
  ...{ id: newId(), ticketId, contactId: newId(), user: { id: machine.id, name: 'IA · Vendedora' } },
  ...{ note: 'O agente passou a conversa.', reason: { note: 'promptMoved' }, createdAt },
})
const answers = (...calls: BotCall[]) =>
  backend.on(botCalls.list, () => ({
    body: { botCalls: calls.toReversed(), currency: 'USD', hasMore: false, nextCursor: null },
  }))

it('stand folded above the first message of their reply, with what was asked, answered and spent', async () => {
  const ask = sampleMessage({ ticketId, body: 'Tem bolo?' })
  const answer = sampleMessage({ ticketId, fromMe: true, origin: 'machine', machine })
  const second = sampleMessage({ ticketId, fromMe: true, origin: 'machine', machine })
  answers(callOf(ask.id), callOf(ask.id, { tool: 'a_new_tool', ok: false, cost: null }))
  await renderScreen('/tickets', <Loaded rows={[ask, answer, second]} />)
  const line = await screen.findByRole('button', { name: 'Vendedora consultou o catálogo · 0,4 s' })
  expect(screen.getByRole('button', { name: 'Vendedora usou a_new_tool, sem sucesso · 0,4 s' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(2)
  expect(line.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(line)
  expect(screen.getAllByText('{"query":"bolo"}')[0]).toBeTruthy()
  expect(screen.getByText(/^320 tokens, \$\s0,0123$/)).toBeTruthy()
  expect(await axeFaults()).toEqual([])
})

it('are those of one reply, where the messages before it are not loaded', async () => {
  const [old, ask] = [sampleMessage({ ticketId }), sampleMessage({ ticketId })]
  const answer = sampleMessage({ ticketId, fromMe: true, origin: 'machine', machine })
  answers(callOf(old.id, { tool: 'set_tag' }), callOf(ask.id))
  await renderScreen('/tickets', <Loaded rows={[answer]} />)
  await screen.findByRole('button', { name: /consultou o catálogo/ })
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

it('are read page by page, as far as the shown messages go back', async () => {
  const ours = { fromMe: true, origin: 'machine' as const, machine }
  const rows = Array.from({ length: 6 }, (_, i) => sampleMessage({ ticketId, ...(i % 2 === 1 ? ours : {}) }))
  const pages = [4, 2, 0].map(i => [callOf(rows[i]!.id, { tool: 'set_tag' }), callOf(rows[i]!.id)])
  const asked: (string | null)[] = []
  backend.on(botCalls.list, ({ query }) => {
    const cursor = query.get('cursor')
    asked.push(cursor)
    const at = Number(cursor ?? 0)
    return {
      body: { botCalls: pages[at]!, currency: 'BRL', hasMore: at < 2, nextCursor: at < 2 ? String(at + 1) : null },
    }
  })
  await renderScreen('/tickets', <Loaded rows={rows.slice(2)} />)
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(4))
  cleanup()
  await renderScreen('/tickets', <Loaded rows={rows} />)
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(6))
  expect(asked.filter(cursor => cursor === '2').length).toBeGreaterThan(0)
})

it('stand in the note of a hand-over without words, also once a person has answered', async () => {
  const ask = sampleMessage({ ticketId, body: 'Quero trocar' })
  const person = sampleMessage({ ticketId, fromMe: true, createdAt: '2026-11-20T12:05:00.000Z' })
  answers(callOf(ask.id), callOf(ask.id, { tool: 'transfer_to_person' }))
  await renderScreen('/tickets', <Loaded rows={[ask]} note={noteOf('2026-11-20T12:00:02.000Z')} />)
  await screen.findByRole('button', { name: /consultou o catálogo/ })
  expect(screen.getByRole('button', { name: /passou a uma pessoa/ })).toBeTruthy()
  cleanup()
  await renderScreen('/tickets', <Loaded rows={[ask, person]} note={noteOf('2026-11-20T12:00:02.000Z')} />)
  await screen.findByRole('button', { name: /consultou o catálogo/ })
})

it('are named while the agent works, until it has answered', async () => {
  const ticket = sampleTicket()
  const ask = sampleMessage({ ticketId: ticket.id })
  const answer = sampleMessage({ ticketId: ticket.id, fromMe: true, origin: 'machine', machine })
  answers(callOf(ask.id), callOf(ask.id, { tool: 'quote_delivery' }))
  const shown = (rows: Message[]) => (
    <>
      <Loaded rows={rows.map(row => ({ ...row, machine: null }))} />
      <p>
        <LastCall ticket={ticket} />
      </p>
    </>
  )
  await renderScreen('/tickets', shown([ask]))
  await screen.findByText(/Vendedora calculou o frete/)
  cleanup()
  await renderScreen('/tickets', shown([ask, answer]))
  await waitFor(() => expect(backend.calls.filter(({ path }) => path.endsWith('/bot-calls'))).toHaveLength(2))
  expect(screen.queryByText(/Vendedora/)).toBeNull()
})
