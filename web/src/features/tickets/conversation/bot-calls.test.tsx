// @vitest-environment jsdom
import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { BotCall } from '@balcao/shared/entities/ai-use.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { BotCalls } from './bot-calls.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  await loadTexts('prompts')
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/** Shows the calls of our messages; rendering a screen empties the cache, so it is filled inside. */
function Loaded({ rows }: { rows: Message[] }) {
  useState(() =>
    queryClient.setQueryData(queryKey(messages.list, { params: { ticketId: rows[0]!.ticketId } }), {
      pages: [{ messages: rows, hasMore: false, nextCursor: null }],
      pageParams: [null],
    }),
  )
  return rows.filter(({ fromMe }) => fromMe).map(message => <BotCalls key={message.id} message={message} />)
}

it('stand folded above the first message of their reply, with what was asked, answered and spent', async () => {
  const ticketId = newId()
  const ask = sampleMessage({ ticketId, body: 'Tem bolo?' })
  const machine = { kind: 'prompt' as const, id: newId(), name: 'Vendedora' }
  const answer = sampleMessage({ ticketId, fromMe: true, origin: 'machine', machine })
  const second = sampleMessage({ ticketId, fromMe: true, origin: 'machine', machine })
  const of = { ticketId, promptId: machine.id, promptName: 'Vendedora', replyId: 'r', messageId: ask.id, tokens: 320 }
  const call: BotCall = {
    ...of,
    ...{ id: newId(), tool: 'search_products', asked: '{"query":"bolo"}', answered: '{"ok":true}', ok: true },
    ...{ ms: 412, cost: 12_300, createdAt: new Date().toISOString() },
  }
  const failed = { ...call, id: newId(), tool: 'a_new_tool', ok: false, cost: null }
  backend.on(botCalls.list, () => ({ body: { botCalls: [failed, call], hasMore: false, nextCursor: null } }))
  await renderScreen('/tickets', <Loaded rows={[ask, answer, second]} />)
  const line = await screen.findByRole('button', { name: 'Vendedora consultou o catálogo · 0,4 s' })
  expect(screen.getByRole('button', { name: 'Vendedora usou a_new_tool, sem sucesso · 0,4 s' })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(2)
  expect(line.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(line)
  expect(screen.getAllByText('{"query":"bolo"}')[0]).toBeTruthy()
  expect(screen.getByText('320 tokens, 0,0123 na moeda da tabela de preços')).toBeTruthy()
  expect(await axeFaults()).toEqual([])
})
