import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { COLLEAGUE, sampleChatMessage } from '#/testing/sample-chat.ts'
import { chatDays, unreadFrom } from './chat-timeline.ts'

const me = { id: newId(), name: 'Maria' }
const zone = 'America/Sao_Paulo'
const said = (message: string, createdAt: string, sender = COLLEAGUE) =>
  sampleChatMessage({ message, createdAt, sender })

it('has a day for each of the company’s days, and joins what one person says within minutes', () => {
  const messages = [
    said('ontem', '2026-03-10T02:59:00.000Z'),
    said('hoje', '2026-03-10T03:01:00.000Z'),
    said('e mais', '2026-03-10T03:04:00.000Z'),
    said('eu', '2026-03-10T03:05:00.000Z', me),
    said('bem depois', '2026-03-10T03:20:00.000Z', me),
  ]
  const days = chatDays({ messages, outgoing: [], unread: null, userId: me.id, zone })
  expect(days.map(({ date }) => date)).toEqual(['2026-03-09', '2026-03-10'])
  expect(days[1]!.rows.map(row => row.kind === 'message' && row.joined)).toEqual([false, true, false, false])
})

it('marks where reading stopped, and shows what is sent until it came back', () => {
  const messages = [said('1', '2026-03-10T12:00:00.000Z'), said('2', '2026-03-10T12:01:00.000Z')]
  const clientId = crypto.randomUUID()
  const item = {
    clientId,
    chatId: newId(),
    userId: me.id,
    text: '3',
    file: null,
    state: 'sending' as const,
    owner: 'c.u',
    error: null,
    createdAt: '2026-03-10T12:02:00.000Z',
  }
  const unread = unreadFrom(messages, 1, me.id)
  const kinds = (all: typeof messages) =>
    chatDays({ messages: all, outgoing: [item], unread, userId: me.id, zone })[0]!.rows.map(({ kind }) => kind)
  expect(kinds(messages)).toEqual(['message', 'unread', 'message', 'outgoing'])
  const back = { ...said('3', '2026-03-10T12:02:01.000Z', me), clientId }
  expect(kinds([...messages, back])).toEqual(['message', 'unread', 'message', 'message'])
  expect([unreadFrom(messages, 0, me.id), unreadFrom(messages, 3, me.id)]).toEqual([null, null])
})
