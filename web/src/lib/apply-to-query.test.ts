import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { applyMessage } from '#/realtime/message-pages.ts'
import { applyTicket, removeTicket } from '#/realtime/ticket-lists.ts'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'

const user = sessionUser()
const waiting = sampleTicket({ status: 'pending', userId: null, updatedAt: '2026-01-01T12:00:00.000Z' })
const accepted: Ticket = { ...waiting, status: 'open', userId: user.id, updatedAt: '2026-01-01T12:01:00.000Z' }

/** A question whose answer was read now and comes when it is let. */
function asked(client: QueryClient, key: QueryKey, answer: unknown, pages = false) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const options = { queryKey: key, queryFn: () => promise, retry: false }
  const done = pages
    ? client.fetchInfiniteQuery({ ...options, initialPageParam: null, getNextPageParam: () => null })
    : client.fetchQuery(options)
  return async () => {
    resolve(answer)
    await done.catch(() => undefined)
    // What waits for the same answer is carried out behind it.
    await Promise.resolve()
    return client.getQueryData(key)
  }
}
const list = (status: string) => queryKey(tickets.list, { query: { status } })
const page = (rows: Ticket[]) => ({ tickets: rows, hasMore: false, nextCursor: null })

describe('an answer that was read before something was told, and comes behind it', () => {
  it('does not make an accepted ticket wait again', async () => {
    const client = new QueryClient()
    const comes = asked(client, queryKey(tickets.getByUuid, { params: { ticketId: waiting.id } }), waiting)
    applyTicket(client, accepted, user)
    expect(await comes()).toEqual(accepted)
    client.clear()
  })

  it('does not leave it out of the list it came to, nor in the one it left', async () => {
    const client = new QueryClient()
    const open = asked(client, list('open'), page([]), true)
    const pending = asked(client, list('pending'), page([waiting]), true)
    applyTicket(client, accepted, user)
    expect(await open()).toMatchObject({ pages: [{ tickets: [{ id: accepted.id }] }] })
    expect(await pending()).toMatchObject({ pages: [{ tickets: [] }] })
    client.clear()
  })

  it('does not hide a message that came meanwhile, nor bring back a deleted ticket', async () => {
    const client = new QueryClient()
    const message = sampleMessage({ ticketId: waiting.id })
    const key = queryKey(messages.list, { params: { ticketId: waiting.id } })
    const conversation = asked(client, key, { messages: [], hasMore: false, nextCursor: null }, true)
    const pending = asked(client, list('pending'), page([waiting]), true)
    applyMessage(client, message)
    removeTicket(client, waiting.id)
    expect(await conversation()).toMatchObject({ pages: [{ messages: [{ id: message.id }] }] })
    expect(await pending()).toMatchObject({ pages: [{ tickets: [] }] })
    client.clear()
  })

  it('stands as it came when it is newer', async () => {
    const client = new QueryClient()
    const returned: Ticket = { ...waiting, updatedAt: '2026-01-01T12:02:00.000Z' }
    const comes = asked(client, queryKey(tickets.getByUuid, { params: { ticketId: waiting.id } }), returned)
    applyTicket(client, accepted, user)
    expect(await comes()).toEqual(returned)
    client.clear()
  })

  it('is not made for whom signed out meanwhile', async () => {
    const client = new QueryClient()
    const comes = asked(client, list('open'), page([]), true)
    applyTicket(client, accepted, user)
    client.clear()
    client.setQueryData(list('open'), { pages: [page([])], pageParams: [null] })
    await comes()
    expect(client.getQueryData(list('open'))).toMatchObject({ pages: [{ tickets: [] }] })
    client.clear()
  })
})
