import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'
import { placeOf } from '@balcao/shared/message-place.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { keepNewest, seenContactMessage, withMessage } from './message-pages.ts'

const start = Date.UTC(2026, 0, 1)
let made = 0
const message = (changes: Partial<Message> = {}): Message =>
  sampleMessage({ id: newId(start + 1000 * made++), ...changes })

const pages = (rows: Message[][], hasMore = false) => ({
  pages: rows.map((messages, i) => ({ messages, hasMore: hasMore || i < rows.length - 1, nextCursor: null })),
  pageParams: rows.map(() => null),
})
const bodies = (data: ReturnType<typeof withMessage>) => data.pages.map(page => page.messages.map(row => row.body))

describe('withMessage', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(body => message({ body })) as [Message, Message, Message, Message]

  it('appends the newest to the first page', () => {
    expect(bodies(withMessage(pages([[b, c], [a]]), d))).toEqual([['b', 'c', 'd'], ['a']])
  })

  it('puts a late one where it belongs', () => {
    expect(bodies(withMessage(pages([[a, d]]), c))).toEqual([['a', 'c', 'd']])
    expect(bodies(withMessage(pages([[d], [a, b]]), c))).toEqual([['d'], ['a', 'b', 'c']])
  })

  it('leaves what is older than the loaded pages to the next page', () => {
    expect(bodies(withMessage(pages([[c, d]], true), a))).toEqual([['c', 'd']])
  })

  it('leaves what is newest out of a stretch of the past, and changes what is in it', () => {
    const past = pages([[a, b]], true)
    const stretch = { ...past, pages: past.pages.map(page => ({ ...page, hasNewer: true })) }
    expect(bodies(withMessage(stretch, d))).toEqual([['a', 'b']])
    expect(bodies(withMessage(stretch, { ...b, body: 'b2' }))).toEqual([['a', 'b2']])
  })

  it('never lets an ack fall, and never shows one twice', () => {
    const data = pages([[a, { ...b, ack: 3 }]])
    const next = withMessage(data, { ...b, body: 'b2', ack: 1 })
    expect(next.pages[0]!.messages.map(row => [row.body, row.ack])).toEqual([
      ['a', 0],
      ['b2', 3],
    ])
  })
})

describe('keepNewest', () => {
  const key = queryKey(messages.list, { params: { ticketId: 't' } })
  const cached = (client: QueryClient) => bodies(client.getQueryData(key) as ReturnType<typeof pages>)

  it('leaves one page of a conversation that was closed, all of one that is still shown', () => {
    const client = new QueryClient()
    client.setQueryData(key, pages([[message({ body: 'b' })], [message({ body: 'a' })]]))
    const stop = new QueryObserver(client, { queryKey: key, staleTime: Infinity }).subscribe(() => {})
    keepNewest(client, 't')
    expect(cached(client)).toEqual([['b'], ['a']])
    stop()
    keepNewest(client, 't')
    expect(cached(client)).toEqual([['b']])
    keepNewest(client, 'unknown')
    expect(client.getQueryCache().getAll()).toHaveLength(1)
    client.clear()
  })
})

describe('seenContactMessage', () => {
  const ticket = sampleTicket()
  const key = queryKey(messages.list, { params: { ticketId: ticket.id } })
  // Ids are made in order, and those of one moment have places in none.
  const at = Date.now() + 60_000
  const [early, own, late] = [
    message({ id: newId(at), origin: 'contact', fromMe: false }),
    message({ id: newId(at + 1), origin: 'attendant', fromMe: true }),
    message({ id: newId(at + 2), origin: 'contact', fromMe: false }),
  ] as [Message, Message, Message]

  it('is of the row or of the conversation, whichever is later, and never an own message', () => {
    const client = new QueryClient()
    expect(seenContactMessage(client, ticket)).toBe('')
    expect(seenContactMessage(client, { ...ticket, contactMessage: placeOf(early.id) })).toBe(placeOf(early.id))
    client.setQueryData(key, pages([[early, own]]))
    expect(seenContactMessage(client, ticket)).toBe(placeOf(early.id))
    expect(seenContactMessage(client, { ...ticket, contactMessage: placeOf(late.id) })).toBe(placeOf(late.id))
    client.setQueryData(key, pages([[late], [early, own]]))
    expect(seenContactMessage(client, { ...ticket, contactMessage: placeOf(early.id) })).toBe(placeOf(late.id))
    expect(seenContactMessage(client, sampleTicket({ id: newId() }))).toBe('')
    client.clear()
  })
})
