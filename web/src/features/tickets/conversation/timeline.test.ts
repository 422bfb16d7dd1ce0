import type { Message } from '@balcao/shared/entities/message.ts'
import type { TicketLog, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../public/outgoing.ts'
import {
  byDay,
  inAlbums,
  isAnswered,
  receivedBehind,
  timeline,
  toTimelineBlocks,
  toTimelineParts,
  unreadFrom,
} from './timeline.ts'

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
  owner: 'c.u',
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

  it('counts behind a gap what came of this conversation, and nothing where it cannot be known', () => {
    const gap = { from: at('2026-03-10T12:02:00Z'), to: at('2026-03-10T12:30:00Z'), recovered: 14 }
    const log = [
      { id: newId(), ticketId: newId(), type: 'gap' as const, user: null, queue: null, gap, createdAt: gap.to },
    ]
    const before = message(at('2026-03-10T12:02:00Z'))
    const kept = [
      message(at('2026-03-10T12:29:00Z')),
      mine(at('2026-03-10T12:29:30Z')),
      message(at('2026-03-10T12:29:40Z'), { fromMe: true, origin: 'handset', contact: null }),
    ]
    const after = message(at('2026-03-10T12:31:00Z'))
    const recovered = (given: Partial<Parameters<typeof timeline>[0]>) =>
      timeline({ ...base, messages: [], log, ...given }).flatMap(row => (row.kind === 'gap' ? [row.recovered] : []))
    expect(recovered({ messages: [before, ...kept, after] })).toEqual([2])
    expect(recovered({ messages: [before, ...kept] })).toEqual([2])
    expect(recovered({ messages: [before, after] })).toEqual([0])
    expect(recovered({ messages: [before, ...kept], hasOlder: true })).toEqual([2])
    expect(recovered({ messages: [...kept, after], hasOlder: true })).toEqual([null])
    expect(recovered({ messages: [...kept, after] })).toEqual([2])
  })

  const entry = (type: TicketLog['type'], createdAt: string, changes: Partial<TicketLog> = {}): TicketLog => ({
    id: newId(),
    ticketId: newId(),
    type,
    user: { id: userId, name: 'Ana' },
    queue: null,
    createdAt: at(createdAt),
    ...changes,
  })
  const note = (createdAt: string): TicketNote => ({
    id: newId(),
    note: 'Prefere à tarde',
    ticketId: newId(),
    contactId: newId(),
    user: { id: userId, name: 'Ana' },
    createdAt: at(createdAt),
  })

  it('puts what happened and notes between the messages, by their time, and leaves out who looked in', () => {
    const rows = timeline({
      ...base,
      messages: [message(at('2026-03-10T12:00:00Z')), message(at('2026-03-10T12:02:00Z'))],
      log: [
        entry('create', '2026-03-10T11:59:00Z'),
        entry('open', '2026-03-10T12:01:00Z'),
        entry('access', '2026-03-10T12:01:10Z'),
        entry('closed', '2026-03-11T12:00:00Z'),
      ],
      notes: [note('2026-03-10T12:01:30Z')],
    })
    expect(kinds(rows)).toEqual(['day', 'message', 'event', 'note', 'message', 'day', 'event'])
    // What stands between two bubbles parts them.
    expect(rows[4]).toMatchObject({ joined: false })
  })

  it('tells a transfer once, with who received it', () => {
    const received = entry('receivedTransfer', '2026-03-10T12:01:00Z', { user: { id: newId(), name: 'Bia' } })
    const rows = timeline({
      ...base,
      messages: [message(at('2026-03-10T12:00:00Z'))],
      log: [entry('transfered', '2026-03-10T12:01:00Z'), received],
    })
    expect(kinds(rows)).toEqual(['day', 'message', 'event'])
    expect(rows[2]).toMatchObject({ entry: { type: 'transfered' }, to: { id: received.id } })
  })

  it('shows what happened before the first message only where there is no older one', () => {
    const given = {
      ...base,
      messages: [message(at('2026-03-10T12:00:00Z'))],
      log: [entry('open', '2026-03-10T11:00:00Z')],
    }
    expect(kinds(timeline(given))).toEqual(['day', 'event', 'message'])
    expect(kinds(timeline({ ...given, hasOlder: true }))).toEqual(['day', 'message'])
  })

  it('is drawn in parts, which are pages or parts of the one that grows, and that older pages leave as they are', () => {
    const messages = Array.from({ length: 7 }, (_, i) =>
      message(at(`2026-03-10T12:0${i}:00Z`), { id: `${newId().slice(0, -1)}${i === 4 || i === 6 ? 0 : 1}` }),
    )
    const placeOf = (from: number) => (id: string) => {
      const i = messages.findIndex(each => each.id === id)
      const place = (page: string, block: number) => ({ page, block, divided: page === 'newest' })
      return i < from ? undefined : i < 2 ? place('c', 1) : i < 5 ? place('b', 0) : place('newest', 0)
    }
    const parts = (from: number) => {
      const [day] = byDay(timeline({ ...base, messages: messages.slice(from) }))
      return toTimelineParts({ key: day!.key, rows: day!.rows.slice(1) }, placeOf(from))
    }
    const sizes = (from: number) => parts(from).map(part => [part.key, part.rows.length])
    expect(sizes(2)).toEqual([
      ['day-2026-03-10 page b', 3],
      ['day-2026-03-10 page newest', 1],
      // Its id says that it begins one.
      [`day-2026-03-10 ${messages[6]!.id}`, 1],
    ])
    expect(sizes(0)).toEqual([['day-2026-03-10 page c', 2], ...sizes(2)])

    const blocks = (from: number) =>
      toTimelineBlocks('day', parts(from), placeOf(from)).map(block => [block.key, block.parts.length])
    expect(blocks(2)).toEqual([['day block 0', 3]])
    expect(blocks(0)).toEqual([['day block 1', 1], ...blocks(2)])
  })

  it('keeps what has no message in the block above it, or in the first', () => {
    const part = (key: string, ...ids: string[]) => ({
      key,
      rows: ids.map(id => ({
        kind: 'message' as const,
        key: id,
        message: message(at('2026-03-10T12:00:00Z'), { id }),
        joined: false,
      })),
    })
    const placeOf = (id: string) => ({ page: id, block: Number(id), divided: false })
    const blocks = toTimelineBlocks(
      'day',
      [part('note'), part('a', '2'), part('gap'), part('b', '2'), part('c', '1')],
      placeOf,
    )
    expect(blocks.map(({ key, parts }) => [key, ...parts.map(each => each.key)])).toEqual([
      ['day block 2', 'note', 'a', 'gap', 'b'],
      ['day block 1', 'c'],
    ])
    expect(toTimelineBlocks('day', [part('note')], placeOf).map(({ key }) => key)).toEqual(['day block '])
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

it('what is behind the last message that was seen counts the contact’s alone', () => {
  const messages = [
    message(at('2026-03-10T12:00:00Z')),
    mine(at('2026-03-10T12:01:00Z')),
    message(at('2026-03-10T12:02:00Z')),
    message(at('2026-03-10T12:03:00Z')),
  ]
  expect([null, ...messages.map(({ id }) => id)].map(id => receivedBehind(messages, id))).toEqual([3, 2, 2, 1, 0])
})

describe('albums', () => {
  const photo = (changes: Partial<Message> = {}) =>
    message(at('2026-03-10T12:00:00Z'), { mediaType: 'image', albumId: 'A', ...changes })
  const sizes = (messages: Message[]) => inAlbums(timeline({ ...base, messages })).map(group => group.length)

  it('are the pictures that follow one another, of one author', () => {
    const video = photo({ mediaType: 'video' })
    // The header of the day stands alone.
    expect(sizes([photo(), video, photo()])).toEqual([1, 3])
    expect(sizes([photo(), photo({ albumId: 'B' }), photo({ albumId: 'B' })])).toEqual([1, 1, 2])
    expect(sizes([photo(), photo({ isDeleted: true }), photo()])).toEqual([1, 1, 1, 1])
    expect(sizes([photo(), photo({ fromMe: true, origin: 'handset' })])).toEqual([1, 1, 1])
    expect(sizes([photo({ albumId: null }), photo({ albumId: null })])).toEqual([1, 1, 1])
  })

  it('are not divided between parts of a page', () => {
    const ids = [newId(), newId(), newId()].map(id => `${id.slice(0, -1)}0`)
    const rows = timeline({ ...base, messages: ids.map(id => photo({ id })) })
    const place = () => ({ page: 'newest', divided: true, block: 0 })
    expect(toTimelineParts({ key: 'day', rows }, place).map(part => inAlbums(part.rows).at(-1)?.length)).toEqual([1, 3])
  })
})
