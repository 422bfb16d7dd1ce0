import type { ViewFilter } from '@balcao/shared/entities/view.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, makeQueue } from '../../../test/harness.ts'
import { countViews } from '../company/configuration-version.ts'
import { metered } from '../table/meter.ts'
import { createRow, newRow } from '../table/small-list.ts'
import { transact } from '../table/transact.ts'
import { changeTicket } from '../tickets/ticket.ts'
import { ticketFigures } from '../tickets/ticket-figures.ts'
import type { Viewer } from '../tickets/ticket-list.ts'
import { type TicketRow, ticketWrite } from '../tickets/ticket-row.ts'
import { VIEWS, type ViewRow } from './view.ts'
import { indexOf } from './view-index.ts'
import { pageOfView, viewCounter } from './view-page.ts'

const LIMIT = 10
const QUEUES = 60
/** Tickets of a queue that match, and those between two of them that do not. */
const MATCHING = 4
const BETWEEN = 4

const filter: ViewFilter = { priority: ['urgent'], status: ['pending', 'open'], unread: true }

let companyId: string
let view: ViewRow
let some: Viewer
let rows: TicketRow[]

/** Returns a ticket of the largest usual size. */
const ticketOf = (i: number, queue: TicketRow['queue'], matches: boolean, userId: string | null): TicketRow => ({
  companyId,
  id: newId(),
  version: 1,
  status: 'pending',
  contact: { id: newId(), name: 'Maria Aparecida de Andrade', number: '5511987654321', picture: `${newId()}/a.jpg` },
  isGroup: false,
  queue,
  user: userId ? { id: userId, name: 'Ana Maria Souza' } : null,
  whatsapp: { id: newId(), name: 'Loja Central' },
  tags: [1, 2].map(n => ({ id: newId(), name: `Cliente especial ${n}`, color: '#112233' })),
  priority: matches ? 'urgent' : 'none',
  lastMessage: 'Bom dia, vocês abrem hoje? Preciso de um orçamento de uma geladeira e de um fogão.',
  lastMessageType: 'chat',
  lastMessageFromMe: false,
  last: { place: newId(), origin: 'contact', user: null, ack: null, failed: false, deleted: false },
  unreadMessages: 2,
  ...{ chatbot: false, menu: null, useIntegration: false, promptId: null, integrationId: null, billOptionId: null },
  ...{ expiryAt: null, pendingSince: Date.now(), readAt: 0, acceptedAt: null, servedAt: null, closedAt: null },
  ...{ laneAt: null, waitTime: null, supportTime: null, rating: null, draftBegun: false },
  createdAt: Date.now(),
  updatedAt: 1_700_000_000_000 + i,
  ...(matches ? { views: [indexOf({ filter }, 'UTC')!.id] } : {}),
})

beforeAll(async () => {
  companyId = (await makeCompany()).id
  const queues = []
  for (let i = 0; i < QUEUES; i++) queues.push(await makeQueue(companyId))
  const userId = newId()
  some = {
    ...{ userId, profile: 'user', super: false, allTicket: 'disabled' },
    queueIds: queues.map(({ id }) => id),
  }
  const row = { name: 'Urgentes', shared: true, queueIds: [], userId, filter, ready: true }
  view = await createRow(companyId, VIEWS, newRow<ViewRow>(row), { writes: [countViews(companyId, 1)] })
  rows = []
  for (let i = 0; i < QUEUES * MATCHING * BETWEEN; i++) {
    const { id, name, color } = queues[Math.floor(i / BETWEEN) % queues.length]!
    rows.push(ticketOf(i, { id, name, color }, i % BETWEEN === 0, i % 40 === 0 ? userId : null))
  }
  for (let i = 0; i < rows.length; i += 20) {
    const writes = await Promise.all(
      rows
        .slice(i, i + 20)
        .map(async ticket => [
          ticketWrite(ticket),
          ...(await ticketFigures(companyId, undefined, ticket)).filter(({ label }) => label === 'view'),
        ]),
    )
    // A counter may stand once in a transaction.
    const [counts, rest] = [writes.flatMap(each => each.filter(w => 'Update' in w.item)), writes.flat()]
    await transact(rest.filter(({ item }) => !('Update' in item)))
    for (const count of counts) await transact([count])
  }
}, 120_000)

const matching = (viewer: Viewer) =>
  rows.filter(
    ({ views, queue, user }) =>
      views && (viewer.profile === 'admin' || viewer.queueIds.includes(queue!.id) || user?.id === viewer.userId),
  )

describe('a page of 20 of a view', () => {
  it.each([
    ['of somebody who sees everything', () => ({ ...some, userId: newId(), profile: 'admin' as const, queueIds: [] })],
    ['of forty of 60 queues', () => ({ ...some, queueIds: some.queueIds.slice(0, 40) })],
    ['of twelve queues', () => ({ ...some, queueIds: some.queueIds.slice(0, 12) })],
    ['of five queues', () => ({ ...some, queueIds: some.queueIds.slice(0, 5) })],
    ['of one queue', () => ({ ...some, queueIds: some.queueIds.slice(0, 1) })],
  ])(`costs at most ${LIMIT} read units, %s`, async (_, viewerOf) => {
    const viewer: Viewer = viewerOf()
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { result, units } = await metered(() => pageOfView(companyId, viewer, view, { limit: 20, cursor }))
      expect(units.read).toBeLessThanOrEqual(LIMIT)
      found.push(...result.tickets.map(({ id }) => id))
      // Every page but the last is full, or nearly where each of many queues has to be read twice.
      const least = viewer.queueIds.length === 12 ? 15 : 20
      if (result.hasMore) expect(result.tickets.length).toBeGreaterThanOrEqual(least)
      if (!result.nextCursor) break
      cursor = result.nextCursor
    }
    const wanted = matching(viewer).toSorted((a, b) => b.updatedAt - a.updatedAt)
    expect(found).toEqual(wanted.map(({ id }) => id))
    const { result: count, units } = await metered(async () => (await viewCounter(companyId, viewer, [view]))(view))
    expect(count).toBe(wanted.length)
    expect(units.read).toBeLessThanOrEqual(3)
  })
})

it(`a page over more than twelve queues, of which there are many more, costs at most ${LIMIT} read units`, async () => {
  const viewer = { ...some, queueIds: some.queueIds.slice(0, 26) }
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { result, units } = await metered(() => pageOfView(companyId, viewer, view, { limit: 20, cursor }))
    expect(units.read).toBeLessThanOrEqual(LIMIT)
    if (result.hasMore && result.tickets.length < 20) expect(result.uncombined).toBe('queueIds')
    found.push(...result.tickets.map(({ id }) => id))
    if (!result.nextCursor) break
    cursor = result.nextCursor
  }
  expect(found).toEqual(
    matching(viewer)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map(({ id }) => id),
  )
})

describe('a change of a ticket', () => {
  it('costs 8 write units more for each index it stays in, and nothing for others', async () => {
    const cost = async (ticket: TicketRow) => {
      const { units } = await metered(() => changeTicket(companyId, ticket.id, () => ({ set: {} })))
      return units.write
    }
    const outside = await cost(rows[1]!)
    const inside = await cost(rows[BETWEEN]!)
    expect(inside - outside).toBeLessThanOrEqual(8)
  })
})
