import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { sampleMessage } from '#/testing/sample-message.ts'
import type { Outgoing } from './outbox.ts'
import { isAnswered, timeline, unreadFrom } from './timeline.ts'

const zone = 'America/Sao_Paulo'
const userId = newId()
const at = (text: string) => new Date(text).toISOString()

const message = (createdAt: string, changes: Partial<Message> = {}): Message => sampleMessage({ createdAt, ...changes })

const mine = (createdAt: string, clientId: string | null = null) =>
  message(createdAt, { fromMe: true, origin: 'attendant', contact: null, user: { id: userId, name: 'Ana' }, clientId })

const outgoing = (clientId: string, createdAt: string): Outgoing => ({
  clientId,
  ticketId: newId(),
  body: 'ok',
  quoted: null,
  file: null,
  state: 'sending',
  progress: 0,
  error: null,
  createdAt,
})

const base = { outgoing: [], unread: null, userId, zone }
const kinds = (rows: ReturnType<typeof timeline>) => rows.map(row => row.kind)

describe('timeline', () => {
  it("groups by day in the company's zone, not in UTC", () => {
    const rows = timeline({
      ...base,
      messages: [
        message(at('2026-03-10T23:30:00-03:00')),
        message(at('2026-03-10T23:50:00-03:00')),
        message(at('2026-03-11T00:10:00-03:00')),
      ],
    })
    expect(kinds(rows)).toEqual(['day', 'message', 'message', 'day', 'message'])
    expect(rows[0]).toMatchObject({ date: '2026-03-10' })
    expect(rows[3]).toMatchObject({ date: '2026-03-11' })
  })

  it('joins bubbles of one author within five minutes', () => {
    const rows = timeline({
      ...base,
      messages: [
        message(at('2026-03-10T12:00:00Z')),
        message(at('2026-03-10T12:04:00Z')),
        message(at('2026-03-10T12:10:00Z')),
        mine(at('2026-03-10T12:11:00Z')),
      ],
    })
    expect(rows.flatMap(row => (row.kind === 'message' ? [row.joined] : []))).toEqual([false, true, false, false])
  })

  it('marks where reading stopped, counting only what the contact wrote', () => {
    const messages = [
      message(at('2026-03-10T12:00:00Z')),
      message(at('2026-03-10T12:01:00Z')),
      mine(at('2026-03-10T12:02:00Z')),
      message(at('2026-03-10T12:03:00Z')),
    ]
    const rows = timeline({ ...base, messages, unread: unreadFrom(messages, 2) })
    expect(kinds(rows)).toEqual(['day', 'message', 'unread', 'message', 'message', 'message'])
    expect(kinds(timeline({ ...base, messages, unread: unreadFrom(messages, 99) }))).not.toContain('unread')
  })

  it('shows what is on its way at the end, and once only when it has come back', () => {
    const messages = [mine(at('2026-03-10T12:00:00Z'), 'a')]
    const sending = [outgoing('a', at('2026-03-10T12:00:00Z')), outgoing('b', at('2026-03-10T12:01:00Z'))]
    const rows = timeline({ ...base, messages, outgoing: sending })
    expect(kinds(rows)).toEqual(['day', 'message', 'outgoing'])
    expect(rows.map(row => row.key).slice(1)).toEqual(['a', 'b'])
    expect(rows[2]).toMatchObject({ joined: true })
  })

  it('writes gaps of the connection where they were', () => {
    const gap = { from: at('2026-03-10T12:02:00Z'), to: at('2026-03-10T12:30:00Z'), recovered: 14 }
    const rows = timeline({
      ...base,
      messages: [message(at('2026-03-10T12:00:00Z')), message(at('2026-03-10T12:40:00Z'))],
      log: [{ id: newId(), ticketId: newId(), type: 'gap', user: null, queue: null, gap, createdAt: gap.to }],
    })
    expect(kinds(rows)).toEqual(['day', 'message', 'gap', 'message'])
  })

  it('is empty without messages', () => {
    expect(timeline({ ...base, messages: [] })).toEqual([])
  })
})

describe('the mark where reading stopped', () => {
  const first = message(at('2026-03-10T12:00:00Z'))
  const messages = [mine(at('2026-03-10T11:00:00Z')), first, message(at('2026-03-10T12:01:00Z'))]
  const mark = { id: first.id, count: 2 }

  it('has served once a person answered behind it, and not by what a robot says', () => {
    expect(isAnswered(messages, [], mark)).toBe(false)
    const robot = message(at('2026-03-10T12:02:00Z'), { fromMe: true, origin: 'bot', contact: null, user: null })
    expect(isAnswered([...messages, robot], [], mark)).toBe(false)
    expect(isAnswered([...messages, mine(at('2026-03-10T12:03:00Z'))], [], mark)).toBe(true)
  })

  it('has served as soon as one sends', () => {
    expect(isAnswered(messages, [outgoing('c1', at('2026-03-10T12:03:00Z'))], mark)).toBe(true)
    // What arrived is told by its message.
    const sent = mine(at('2026-03-10T11:30:00Z'), 'c1')
    expect(isAnswered([sent, ...messages], [outgoing('c1', at('2026-03-10T11:30:00Z'))], mark)).toBe(false)
  })
})
