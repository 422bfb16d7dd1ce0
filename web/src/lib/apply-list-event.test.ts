// @vitest-environment jsdom
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { applyListEvent, readAgain } from './apply-list-event.ts'

type Row = { id: string; name: string }
const row = (id: string, name = id): Row => ({ id, name })

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

describe('a live event', () => {
  it('replaces the row where it stands in a plain list', () => {
    client.setQueryData(['queue', '/queue'], [row('a'), row('b'), row('c')])
    applyListEvent(client, queue.list, null, { action: 'update', row: row('b', 'new') })
    expect(client.getQueryData(['queue', '/queue'])).toEqual([row('a'), row('b', 'new'), row('c')])
    expect(client.getQueryState(['queue', '/queue'])?.isInvalidated).toBe(false)
  })

  it('reaches every cached search of a paged list', () => {
    const pages = (...rows: Row[][]) => ({
      pages: rows.map(contactRows => ({ contacts: contactRows, count: 3 })),
      pageParams: [null],
    })
    client.setQueryData(['contacts', '/contacts', { query: { searchParam: '' } }], pages([row('a')], [row('b')]))
    client.setQueryData(['contacts', '/contacts', { query: { searchParam: 'b' } }], pages([row('b')]))
    applyListEvent(client, contacts.list, 'contacts', { action: 'update', row: row('b', 'Bia') })
    expect(client.getQueryData(['contacts', '/contacts', { query: { searchParam: '' } }])).toEqual(
      pages([row('a')], [row('b', 'Bia')]),
    )
    expect(client.getQueryData(['contacts', '/contacts', { query: { searchParam: 'b' } }])).toEqual(
      pages([row('b', 'Bia')]),
    )
  })

  it('takes a deleted row out and asks for the lists again', () => {
    client.setQueryData(['queue', '/queue'], [row('a'), row('b')])
    applyListEvent(client, queue.list, null, { action: 'delete', id: 'a' })
    expect(client.getQueryData(['queue', '/queue'])).toEqual([row('b')])
    expect(client.getQueryState(['queue', '/queue'])?.isInvalidated).toBe(true)
  })

  it('asks for the lists again when a row is new, since only the server knows its place', () => {
    client.setQueryData(['queue', '/queue'], [row('a')])
    applyListEvent(client, queue.list, null, { action: 'create', row: row('z') })
    expect(client.getQueryData(['queue', '/queue'])).toEqual([row('a')])
    expect(client.getQueryState(['queue', '/queue'])?.isInvalidated).toBe(true)
  })

  it('counts more than an answer that was read before it: the QR of a connection stays', async () => {
    const { promise, resolve } = Promise.withResolvers<Row[]>()
    client.setQueryData(['queue', '/queue'], [row('a')])
    const asked = client.fetchQuery({ queryKey: ['queue', '/queue'], queryFn: () => promise })
    applyListEvent(client, queue.list, null, { action: 'update', row: row('a', 'new') })
    resolve([row('a'), row('b')])
    await asked
    await Promise.resolve()
    expect(client.getQueryData(['queue', '/queue'])).toEqual([row('a', 'new'), row('b')])
  })

  it('of a row that a first answer on its way may not have asks again behind it', async () => {
    const { promise, resolve } = Promise.withResolvers<Row[]>()
    const asked = client.fetchQuery({ queryKey: ['queue', '/queue'], queryFn: () => promise })
    applyListEvent(client, queue.list, null, { action: 'create', row: row('z') })
    resolve([row('a')])
    await asked
    await Promise.resolve()
    expect(client.getQueryState(['queue', '/queue'])?.isInvalidated).toBe(true)
  })
})

describe('reading again', () => {
  it('asks once more behind a first answer that is on its way, which is shown before', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const queryFn = vi.fn(() => answers[queryFn.mock.calls.length - 1]!.promise)
    const shown: unknown[] = []
    const leave = new QueryObserver(client, { queryKey: ['macros', '/macros'], queryFn }).subscribe(
      ({ data }) => data !== shown.at(-1) && shown.push(data),
    )
    for (let changes = 0; changes < 3; changes++) readAgain(client, { queryKey: ['macros'] })
    answers[0]!.resolve('before')
    await vi.waitFor(() => expect(shown).toEqual(['before']))
    answers[1]!.resolve('after')
    await vi.waitFor(() => expect(shown).toEqual(['before', 'after']))
    expect(queryFn).toHaveBeenCalledTimes(2)
    leave()
  })

  it('asks anew in place of a later answer that is on its way', async () => {
    client.setQueryData(['macros', '/macros'], 'kept')
    const stale = Promise.withResolvers<string>()
    const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? stale.promise : Promise.resolve('after')))
    const leave = new QueryObserver(client, { queryKey: ['macros', '/macros'], queryFn }).subscribe(() => undefined)
    readAgain(client, { queryKey: ['macros'] })
    stale.resolve('before')
    await vi.waitFor(() => expect(client.getQueryData(['macros', '/macros'])).toBe('after'))
    leave()
  })
})
