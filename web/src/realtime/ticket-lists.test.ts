import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { views } from '@balcao/shared/api/tickets/views.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { ViewFilter } from '@balcao/shared/entities/view.ts'
import { newId } from '@balcao/shared/ids.ts'
import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import {
  applyTicket,
  belongs,
  cachedTicket,
  expectTicket,
  longest,
  maySee,
  patchTicket,
  placed,
  removeTicket,
} from './ticket-lists.ts'
import { applyToViews } from './view-lists.ts'

const queueA = { id: newId(), name: 'Vendas', color: '#123456' }
const queueB = { id: newId(), name: 'Suporte', color: '#654321' }
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

const user = (changes: Partial<SessionUser> = {}) =>
  sessionUser({
    profile: 'user',
    queues: [queueA],
    company: {
      id: newId(),
      name: 'Loja',
      dueDate: at(0),
      mediaPath: null,
      trialExpiration: null,
      firstSteps: false,
      settings: Object.entries(DEFAULT_SETTINGS).map(([key, value]) => ({ key, value })),
    },
    ...changes,
  })

const ticket = (changes: Partial<Ticket> = {}) =>
  sampleTicket({
    status: 'pending',
    queueId: queueA.id,
    queue: queueA,
    userId: null,
    unreadMessages: 1,
    createdAt: at(0),
    updatedAt: at(0),
    ...changes,
  })

const noQueue = { queueId: null, queue: null }
const otherQueue = { queueId: queueB.id, queue: queueB }

describe('maySee', () => {
  it('shows the tickets of own queues, and own tickets of any queue', () => {
    const ana = user()
    expect(maySee(ticket(), ana)).toBe(true)
    expect(maySee(ticket(otherQueue), ana)).toBe(false)
    expect(maySee(ticket({ ...otherQueue, userId: ana.id }), ana)).toBe(true)
  })

  it('shows tickets without a queue to those with allTicket', () => {
    expect(maySee(ticket(noQueue), user())).toBe(false)
    expect(maySee(ticket(noQueue), user({ allTicket: 'enabled' }))).toBe(true)
  })

  it('shows everything to admins', () => {
    expect(maySee(ticket(otherQueue), user({ profile: 'admin', queues: [] }))).toBe(true)
  })
})

describe('belongs', () => {
  it('keeps the open tab to own tickets unless an admin shows all', () => {
    const admin = user({ profile: 'admin' })
    const theirs = ticket({ status: 'open', userId: newId() })
    expect(belongs(theirs, { status: 'open' }, admin)).toBe('no')
    expect(belongs(theirs, { status: 'open', showAll: 'true' }, admin)).toBe('yes')
    expect(belongs(ticket({ status: 'open', userId: admin.id }), { status: 'open' }, admin)).toBe('yes')
  })

  it('follows status, queue filter and unread filter', () => {
    const ana = user({ queues: [queueA, queueB] })
    const filter = { status: 'pending', queueIds: JSON.stringify([queueA.id]) }
    expect(belongs(ticket(), filter, ana)).toBe('yes')
    expect(belongs(ticket(otherQueue), filter, ana)).toBe('no')
    expect(belongs(ticket({ status: 'closed' }), filter, ana)).toBe('no')
    expect(belongs(ticket({ unreadMessages: 0 }), { ...filter, withUnreadMessages: 'true' }, ana)).toBe('no')
  })

  it('does not guess what a search finds', () => {
    expect(belongs(ticket(), { searchParam: 'maria' }, user())).toBe('known')
    expect(belongs(ticket(otherQueue), { searchParam: 'maria' }, user())).toBe('no')
  })
})

describe('placed', () => {
  const pages = (rows: Ticket[][], hasMore = false) => ({
    pages: rows.map((tickets, i) => ({ tickets, hasMore: hasMore || i < rows.length - 1, nextCursor: null })),
    pageParams: rows.map(() => null),
  })
  const names = (data: ReturnType<typeof placed>) => data.pages.map(page => page.tickets.map(row => row.lastMessage))
  const a = ticket({ lastMessage: 'a', updatedAt: at(30) })
  const b = ticket({ lastMessage: 'b', updatedAt: at(20) })
  const c = ticket({ lastMessage: 'c', updatedAt: at(10) })

  it('moves a ticket with a new message to the top', () => {
    expect(names(placed(pages([[a, b], [c]]), { ...c, lastMessage: 'c2', updatedAt: at(40) }, 'yes'))).toEqual([
      ['c2', 'a', 'b'],
      [],
    ])
  })

  it('lets a ticket leave', () => {
    expect(names(placed(pages([[a, b], [c]]), b, 'no'))).toEqual([['a'], ['c']])
  })

  it('ignores an event that a newer one overtook', () => {
    const data = pages([[a, b]])
    expect(placed(data, { ...a, lastMessage: 'old', updatedAt: at(5) }, 'yes')).toBe(data)
  })

  it('leaves what is older than the loaded pages to the next page', () => {
    const late = ticket({ lastMessage: 'late', updatedAt: at(1) })
    expect(names(placed(pages([[a, b]], true), late, 'yes'))).toEqual([['a', 'b']])
    expect(names(placed(pages([[a, b]]), late, 'yes'))).toEqual([['a', 'b', 'late']])
  })

  it('fills an empty list', () => {
    expect(names(placed(pages([[]]), a, 'yes'))).toEqual([['a']])
  })

  it('only refreshes the rows of a search', () => {
    expect(names(placed(pages([[b, c]]), { ...c, lastMessage: 'c2', updatedAt: at(50) }, 'known'))).toEqual([
      ['b', 'c2'],
    ])
    expect(names(placed(pages([[b, c]]), a, 'known'))).toEqual([['b', 'c']])
  })
})

describe('the lists beside the open one', () => {
  const ana = user()
  const pages = (rows: Ticket[]) => ({
    pages: [{ tickets: rows, hasMore: false, nextCursor: null }],
    pageParams: [null],
  })
  const ids = (data: ReturnType<typeof placed>) => data.pages.flatMap(page => page.tickets.map(({ id }) => id))
  const own = (changes: Partial<Ticket> = {}) => ticket({ status: 'open', userId: ana.id, ...changes })

  it('have a snoozed ticket in its own alone, and a pinned one only while it is open', () => {
    const snoozed = own({ snoozedUntil: at(30) })
    expect(belongs(snoozed, { status: 'open' }, ana)).toBe('no')
    expect(belongs(snoozed, { status: 'open', snoozed: 'true' }, ana)).toBe('yes')
    expect(belongs(own(), { status: 'open', snoozed: 'true' }, ana)).toBe('no')
    const pinned = own()
    const query = { status: 'open', ids: JSON.stringify([pinned.id]) }
    expect(belongs(pinned, query, ana)).toBe('known')
    expect(belongs(own(), query, ana)).toBe('no')
    expect(belongs({ ...pinned, status: 'closed' }, query, ana)).toBe('no')
  })

  it('put an urgent ticket before those that wait longer, and back when it is urgent no more', () => {
    const [first, second, third] = [1, 2, 3].map(minute => ticket({ waitingSince: at(minute), updatedAt: at(minute) }))
    const list = pages([first!, second!, third!])
    const urgent = placed(list, { ...third!, priority: 'urgent' }, 'yes', longest)
    expect(ids(urgent)).toEqual([third!.id, first!.id, second!.id])
    const high = placed(urgent, { ...second!, priority: 'high' }, 'yes', longest)
    expect(ids(high)).toEqual([third!.id, second!.id, first!.id])
    expect(ids(placed(high, third!, 'yes', longest))).toEqual([second!.id, first!.id, third!.id])
  })

  it('put who waits longest first, and leave a ticket there when its contact writes', () => {
    const [first, second, third] = [1, 2, 3].map(minute => ticket({ waitingSince: at(minute), updatedAt: at(minute) }))
    const joined = placed(pages([first!, third!]), second!, 'yes', longest)
    expect(ids(joined)).toEqual([first!.id, second!.id, third!.id])
    const written = placed(joined, { ...first!, updatedAt: at(9) }, 'yes', longest)
    expect(ids(written)).toEqual([first!.id, second!.id, third!.id])
  })
})

it('a page that the command bar asked for is kept fresh like a list, and does not stand in the way of the others', () => {
  const client = new QueryClient()
  const ana = user()
  const found = ticket({ lastMessage: 'oi' })
  const other = ticket({ status: 'closed' })
  const page = { tickets: [found, other], hasMore: false, nextCursor: null }
  const search = queryKey(tickets.list, { query: { searchParam: 'ana', limit: '5' } })
  const tab = queryKey(tickets.list, { query: { status: 'pending' } })
  client.setQueryData(search, page)
  client.setQueryData(tab, { pages: [{ ...page, tickets: [found] }], pageParams: [null] })

  applyTicket(client, { ...found, lastMessage: 'e agora?', updatedAt: at(1) }, ana)
  expect(client.getQueryData(search)).toMatchObject({ tickets: [{ lastMessage: 'e agora?' }, { id: other.id }] })
  expect(client.getQueryData(tab)).toMatchObject({ pages: [{ tickets: [{ lastMessage: 'e agora?' }] }] })
  patchTicket(client, found.id, row => ({ ...row, unreadMessages: 0 }))
  expect(client.getQueryData(search)).toMatchObject({ tickets: [{ unreadMessages: 0 }, { id: other.id }] })
  expect(cachedTicket(client, other.id)).toEqual(other)
  removeTicket(client, found.id)
  expect(client.getQueryData(search)).toMatchObject({ tickets: [{ id: other.id }] })
  expect(client.getQueryData(tab)).toMatchObject({ pages: [{ tickets: [] }] })
})

it('a state that arrives after a newer one changes no list, though none has the ticket any more', () => {
  const client = new QueryClient()
  const ana = user()
  const list = (status: string) => queryKey(tickets.list, { query: { status } })
  const shown = (status: string) =>
    client.getQueryData<{ pages: { tickets: Ticket[] }[] }>(list(status))!.pages[0]!.tickets.map(({ id }) => id)
  for (const status of ['pending', 'open'])
    client.setQueryData(list(status), {
      pages: [{ tickets: [], hasMore: false, nextCursor: null }],
      pageParams: [null],
    })
  const arrived = ticket({ status: 'pending', updatedAt: at(1) })
  const accepted = { ...arrived, status: 'open' as const, userId: ana.id, updatedAt: at(2) }
  const closed = { ...accepted, status: 'closed' as const, updatedAt: at(3) }

  applyTicket(client, accepted, ana)
  applyTicket(client, arrived, ana)
  expect([shown('pending'), shown('open')]).toEqual([[], [arrived.id]])
  applyTicket(client, closed, ana)
  applyTicket(client, accepted, ana)
  expect([shown('pending'), shown('open')]).toEqual([[], []])
})

describe('an expected change', () => {
  const listKey = (status: string) => queryKey(tickets.list, { query: { status } })
  const page = (rows: Ticket[]) => ({ tickets: rows, hasMore: false, nextCursor: null })
  let client: QueryClient
  const ana = user()
  const row = ticket()
  const oneKey = queryKey(tickets.getByUuid, { params: { ticketId: row.id } })
  const shown = (status: string) =>
    client.getQueryData<InfiniteData<{ tickets: Ticket[] }>>(listKey(status))!.pages.flatMap(each => each.tickets)
  const one = () => client.getQueryData<Ticket>(oneKey)
  const accept = () => expectTicket(client, row, { status: 'open', userId: ana.id }, ana)
  /** Reads the ticket and its lists again, as the server has it. */
  const read = async (served: Ticket) => {
    const fetches = ['pending', 'open'].map(status =>
      client.fetchInfiniteQuery({
        queryKey: listKey(status),
        queryFn: () => Promise.resolve(page(served.status === status ? [served] : [])),
        initialPageParam: null,
      }),
    )
    await Promise.all([...fetches, client.fetchQuery({ queryKey: oneKey, queryFn: () => Promise.resolve(served) })])
  }

  beforeEach(async () => {
    client = new QueryClient()
    await read(row)
  })

  it('stays over events and fetches that do not have it yet, until the answer', async () => {
    const settle = accept()
    expect([shown('pending'), shown('open')]).toMatchObject([[], [{ id: row.id, userId: ana.id }]])
    applyTicket(client, { ...row, lastMessage: 'alô?', updatedAt: at(1) }, ana)
    expect([shown('pending'), shown('open')]).toMatchObject([[], [{ lastMessage: 'alô?', userId: ana.id }]])
    expect(one()).toMatchObject({ status: 'open', lastMessage: 'alô?', updatedAt: at(1) })
    await read({ ...row, lastMessage: 'ainda aí?', updatedAt: at(2) })
    expect([shown('pending'), shown('open')]).toMatchObject([[], [{ lastMessage: 'ainda aí?', userId: ana.id }]])
    expect(one()).toMatchObject({ status: 'open', lastMessage: 'ainda aí?' })
    settle({ ...row, status: 'open', userId: ana.id, updatedAt: at(3) })
    expect([shown('pending'), shown('open')]).toMatchObject([[], [{ updatedAt: at(3) }]])
    applyTicket(client, { ...row, updatedAt: at(4) }, ana)
    expect([shown('pending'), shown('open')]).toMatchObject([[{ updatedAt: at(4) }], []])
  })

  it('is withdrawn after a refusal: what the server said last is shown, not what was there before', () => {
    const settle = accept()
    const bia = newId()
    applyTicket(client, { ...row, status: 'open', userId: bia, updatedAt: at(1) }, ana)
    patchTicket(client, row.id, now => ({ ...now, unreadMessages: 7 }))
    expect(one()).toMatchObject({ userId: ana.id, unreadMessages: 7 })
    settle()
    expect(one()).toMatchObject({ status: 'open', userId: bia, unreadMessages: 7 })
    expect([shown('pending'), shown('open')]).toEqual([[], []])
  })

  it('is withdrawn also by an answer that a newer event overtook', () => {
    const settle = accept()
    applyTicket(client, { ...row, status: 'closed', updatedAt: at(3) }, ana)
    expect(one()).toMatchObject({ status: 'open' })
    settle({ ...row, status: 'open', userId: ana.id, updatedAt: at(2) })
    expect(one()).toMatchObject({ status: 'closed', updatedAt: at(3) })
    expect([shown('pending'), shown('open')]).toEqual([[], []])
  })

  it('is one of several of a ticket: each ends by itself, and the refusal of one keeps the other', () => {
    const settle = accept()
    const prioritized = expectTicket(client, one()!, { priority: 'urgent' }, ana)
    expect(one()).toMatchObject({ status: 'open', priority: 'urgent' })
    settle()
    expect(one()).toMatchObject({ status: 'pending', priority: 'urgent' })
    prioritized({ ...row, priority: 'urgent', updatedAt: at(1) })
    expect(one()).toMatchObject({ status: 'pending', priority: 'urgent', updatedAt: at(1) })
  })

  const ends = [undefined, { ...row, status: 'open' as const, userId: ana.id, updatedAt: at(1) }]

  it.each(ends)('is not shown to somebody who has signed in since; answer %#', answer => {
    const settle = accept()
    client.clear()
    for (const status of ['pending', 'open'])
      client.setQueryData(listKey(status), { pages: [page([])], pageParams: [null] })
    settle(answer)
    expect([shown('pending'), shown('open')]).toEqual([[], []])
  })

  it.each(ends)('does not bring back a ticket that was deleted meanwhile; answer %#', answer => {
    const settle = accept()
    removeTicket(client, row.id)
    settle(answer)
    expect([shown('pending'), shown('open')]).toEqual([[], []])
  })
})

describe('a view', () => {
  const viewed = (filter: ViewFilter, rows: Ticket[]) => {
    const client = new QueryClient()
    const id = newId()
    client.setQueryData(queryKey(views.listAll), [{ id, filter }])
    const key = queryKey(tickets.list, { query: { viewId: id } })
    client.setQueryData(key, { pages: [{ tickets: rows, hasMore: false, nextCursor: null }], pageParams: [null] })
    const shown = () =>
      client.getQueryData<{ pages: { tickets: Ticket[] }[] }>(key)!.pages[0]!.tickets.map(row => row.id)
    return { client, shown }
  }

  it('gains and loses tickets as they change, and those out of sight', () => {
    const ana = user()
    const row = ticket({ priority: 'none' })
    const { client, shown } = viewed({ priority: ['urgent'], status: ['pending', 'open'] }, [])
    applyTicket(client, row, ana)
    expect(shown()).toEqual([])
    applyTicket(client, { ...row, priority: 'urgent' }, ana)
    expect(shown()).toEqual([row.id])
    applyTicket(client, { ...row, priority: 'urgent', ...otherQueue, updatedAt: at(1) }, ana)
    expect(shown()).toEqual([])
    applyTicket(client, { ...row, priority: 'urgent', status: 'open', userId: ana.id, updatedAt: at(2) }, ana)
    expect(shown()).toEqual([row.id])
    applyTicket(client, { ...row, priority: 'urgent', status: 'closed', updatedAt: at(3) }, ana)
    expect(shown()).toEqual([])
  })

  it('of unread tickets loses one that is read', () => {
    const ana = user()
    const row = ticket()
    const { client, shown } = viewed({ unread: true, status: ['pending'] }, [row])
    patchTicket(client, row.id, now => ({ ...now, unreadMessages: 0 }))
    applyToViews(client, row.id, ana)
    expect(shown()).toEqual([])
  })

  it('of days takes no ticket in by itself, as only the server knows its days', () => {
    const { client, shown } = viewed({ date: { from: '2026-01-01' } }, [])
    applyTicket(client, ticket(), user())
    expect(shown()).toEqual([])
  })
})
