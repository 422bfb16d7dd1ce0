// @vitest-environment jsdom
import { imports } from '@balcao/shared/api/company/imports.ts'
import { botCalls } from '@balcao/shared/api/tickets/bot-calls.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { newId } from '@balcao/shared/ids.ts'
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { session } from '#/lib/session.ts'
import { sampleDataImport } from '#/testing/sample-data-import.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { applyEvent } from './apply-event.ts'

beforeEach(() => session.set({ state: 'in', token: 'token', user: sessionUser() }))

describe('a message', () => {
  const ticketId = newId()
  const message = sampleMessage({ ticketId, body: 'o começo' })
  const key = queryKey(messages.list, { params: { ticketId } })
  const other = queryKey(messages.list, { params: { ticketId: newId() } })
  const cached = () => {
    const client = new QueryClient()
    for (const each of [key, other])
      client.setQueryData(each, { pages: [{ messages: [], hasMore: false, nextCursor: null }], pageParams: [null] })
    return client
  }
  const isStale = (client: QueryClient, of: typeof key) => client.getQueryState(of)?.isInvalidated

  it('that came whole is shown as it came', () => {
    const client = cached()
    applyEvent(client, { channel: 'appMessage', payload: { action: 'update', message } })
    expect(client.getQueryData(key)).toMatchObject({ pages: [{ messages: [{ body: 'o começo' }] }] })
    expect(isStale(client, key)).toBe(false)
  })

  it('that came in part is shown at once and fetched', () => {
    const client = cached()
    applyEvent(client, { channel: 'appMessage', payload: { action: 'update', message, partial: true } })
    expect(client.getQueryData(key)).toMatchObject({ pages: [{ messages: [{ body: 'o começo' }] }] })
    expect(isStale(client, key)).toBe(true)
    expect(isStale(client, other)).toBe(false)
  })
})

it('of an agent’s call has the calls of its conversation read again, and no others', () => {
  const client = new QueryClient()
  const ticketId = newId()
  const keyOf = (ticketId: string) => queryKey(botCalls.list, { params: { ticketId }, query: { limit: 100 } })
  const other = newId()
  for (const id of [ticketId, other]) client.setQueryData(keyOf(id), { botCalls: [], hasMore: false, nextCursor: null })
  applyEvent(client, { channel: 'botCall', payload: { action: 'create', ticketId, botCall: {} as never } })
  expect(client.getQueryState(keyOf(ticketId))?.isInvalidated).toBe(true)
  expect(client.getQueryState(keyOf(other))?.isInvalidated).toBe(false)
})

it('of an import’s progress changes its row where it is cached, and has nothing read again', () => {
  const client = new QueryClient()
  const [row, other] = [sampleDataImport({ state: 'running' }), sampleDataImport()]
  const list = queryKey(imports.list, { query: {} })
  const one = queryKey(imports.get, { params: { id: row.id } })
  client.setQueryData(list, {
    pages: [{ imports: [row, other], hasMore: false, nextCursor: null }],
    pageParams: [null],
  })
  client.setQueryData(one, row)
  const later = { ...row, done: 400, updatedAt: '2026-11-20T12:00:02.000Z' }
  const publish = (dataImport: typeof row) =>
    applyEvent(client, { channel: 'dataImport', payload: { action: 'update', dataImport } })
  publish(later)
  // What was published before it may arrive after it.
  publish({ ...row, done: 200, updatedAt: '2026-11-20T12:00:01.000Z' })
  expect(client.getQueryData(one)).toEqual(later)
  expect(client.getQueryData(list)).toMatchObject({ pages: [{ imports: [later, other] }] })
  for (const key of [list, one]) expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  publish(sampleDataImport())
  expect(client.getQueryState(list)?.isInvalidated).toBe(true)
})
