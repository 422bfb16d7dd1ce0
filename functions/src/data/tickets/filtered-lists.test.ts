import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { MAX_PINNED } from '@balcao/shared/entities/preferences.ts'
import type { ViewFilter } from '@balcao/shared/entities/view.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, makeQueue } from '../../../test/harness.ts'
import { countViews } from '../company/configuration-version.ts'
import { fieldLinkWrites } from '../fields/field-values.ts'
import { countTicket } from '../table/counter.ts'
import { metered } from '../table/meter.ts'
import { createRow, newRow } from '../table/small-list.ts'
import { transact } from '../table/transact.ts'
import { viewWrites } from '../views/ticket-in-view.ts'
import { VIEWS, type ViewRow } from '../views/view.ts'
import { indexOf } from '../views/view-index.ts'
import { linkTicket, relinkReferral, relinkTags } from './ticket-link.ts'
import { pageOfTickets, type TicketFilter, type Viewer } from './ticket-list.ts'
import { type TicketRow, ticketWrite } from './ticket-row.ts'

/** Read units of a page: ten, without those for the session and the caller. */
const LIMIT = 9
const QUEUES = 60
const TICKETS = 1000
/** One ticket in so many matches the rare parts of a filter. */
const RARE = 25

const filter: ViewFilter = { unread: true, status: ['pending', 'open', 'snoozed'] }

const plain: TicketFilter = { text: '', showAll: true, unread: false }
const REFERRAL: TicketRow['referral'] = { kind: 'ad' } as never
const tagId = newId()
const rareTagId = newId()
const fieldId = newId()

let companyId: string
let admin: Viewer
let some: Viewer
let rows: TicketRow[]
let view: ViewRow

/** Returns a ticket of the largest usual size. */
const ticketOf = (i: number, queue: TicketRow['queue'], userId: string): TicketRow => {
  const status = (['pending', 'open', 'closed'] as const)[i % 3]!
  const isRare = i % RARE === 1
  const id = newId()
  return {
    ...{ companyId, id, version: 1, status },
    contact: { id: newId(), name: 'Maria Aparecida de Andrade', number: '5511987654321', picture: `${newId()}/a.jpg` },
    isGroup: false,
    queue,
    user: status === 'pending' ? null : { id: userId, name: 'Ana Maria Souza' },
    whatsapp: { id: newId(), name: 'Loja Central' },
    tags: [tagId, ...(isRare ? [rareTagId] : [])].map(id => ({ id, name: 'Cliente especial', color: '#112233' })),
    priority: isRare ? 'urgent' : 'none',
    fields: { [fieldId]: ['Loja'] },
    referral: REFERRAL,
    lastMessage: 'Bom dia, vocês abrem hoje? Preciso de um orçamento de uma geladeira e de um fogão.',
    lastMessageType: 'chat',
    lastMessageFromMe: false,
    last: { place: newId(), origin: 'contact', user: null, ack: null, failed: false, deleted: false },
    unreadMessages: isRare ? 2 : 0,
    ...{ chatbot: false, menu: null, useIntegration: false, promptId: null, integrationId: null, billOptionId: null },
    ...{ expiryAt: null, pendingSince: Date.now(), readAt: 0, acceptedAt: null, servedAt: null, closedAt: null },
    ...{ laneAt: null, waitTime: null, supportTime: null, rating: null, draftBegun: false },
    createdAt: Date.now(),
    updatedAt: 1_700_000_000_000 + i,
    ...(isRare && status === 'open' && i % 2 ? { snoozedUntil: Date.now() + 86_400_000 } : {}),
    ...(isRare && status !== 'closed' ? { views: [indexOf({ filter }, 'UTC')!.id] } : {}),
  }
}

beforeAll(async () => {
  companyId = (await makeCompany()).id
  const queues: Awaited<ReturnType<typeof makeQueue>>[] = []
  for (let i = 0; i < QUEUES; i++) queues.push(await makeQueue(companyId))
  const userId = newId()
  some = {
    ...{ userId, profile: 'user', super: false, allTicket: 'disabled' },
    queueIds: queues.map(({ id }) => id),
  }
  admin = { ...some, userId: newId(), profile: 'admin', queueIds: [] }
  rows = Array.from({ length: TICKETS }, (_, i) => {
    const { id, name, color } = queues[Math.floor(i / 3) % queues.length]!
    return ticketOf(i, { id, name, color }, userId)
  })
  const writes = rows.flatMap(ticket => [
    ticketWrite(ticket),
    ...linkTicket(companyId, ticket.contact.id, ticket.id),
    ...relinkTags(
      companyId,
      ticket.id,
      [],
      ticket.tags.map(({ id }) => id),
    ),
    ...relinkReferral(companyId, ticket.id, null, ticket.referral),
    ...fieldLinkWrites(companyId, ticket.id, undefined, ticket.fields),
    ...viewWrites(undefined, ticket).filter(({ item }) => 'Put' in item),
  ])
  for (let i = 0; i < writes.length; i += 90) await transact(writes.slice(i, i + 90))
  for (const { id } of queues) {
    const pending = rows.find(({ status, queue }) => status === 'pending' && queue?.id === id)!
    await transact(countTicket(companyId, undefined, pending))
  }
}, 240_000)

const DAY = { from: Date.now() - 3_600_000, to: Date.now() + 3_600_000 }

/** Filters of the list by the name in its query, as they cost most. */
const filters: Record<string, Partial<TicketFilter>> = {
  status: {},
  searchParam: { text: 'andrade' },
  date: { created: DAY },
  updatedAt: { touched: { from: 1_600_000_000_000, to: 1_800_000_000_000 } },
  showAll: { mine: true, tags: [tagId] },
  queueIds: { queueIds: [] },
  tags: { tags: [tagId] },
  users: { users: Array.from({ length: 200 }, () => newId()) },
  origin: { origin: 'ad' },
  withUnreadMessages: { unread: true },
  priority: { priority: ['urgent'] },
  fields: { fields: [{ fieldId, value: 'Loja' }] },
  snoozed: { snoozed: true },
  order: { byWaiting: true },
  ids: { ids: Array.from({ length: MAX_PINNED }, () => newId()) },
}

const viewers: Record<string, () => Viewer> = {
  'who sees everything': () => admin,
  'of all queues': () => some,
  'of 26 queues': () => ({ ...some, queueIds: some.queueIds.slice(0, 26) }),
  'of twelve queues': () => ({ ...some, queueIds: some.queueIds.slice(0, 12) }),
}

/** Reads every page and returns the ids, the units of the dearest, and what short pages say. */
async function readAll(viewer: Viewer, filter: TicketFilter, most = Number.POSITIVE_INFINITY) {
  const found: string[] = []
  const said = new Set<string>()
  let [dearest, pages] = [0, 0]
  for (let cursor: string | undefined; pages < most; pages++) {
    const { result, units } = await metered(() => pageOfTickets(companyId, viewer, filter, { limit: 20, cursor }))
    dearest = Math.max(dearest, units.read)
    found.push(...result.tickets.map(({ id }) => id))
    if (result.uncombined) said.add(result.uncombined)
    if (!result.nextCursor) break
    cursor = result.nextCursor
  }
  return { found, said: [...said], dearest, pages: pages + 1 }
}

const isRefused = (error: unknown) => error instanceof AppError && error.code === 'ERR_VIEW_CANNOT_COMBINE'

describe('a page of a filtered list', () => {
  it('is tried with every filter that the list accepts', () => {
    const { limit: _, cursor: _cursor, pageNumber: _number, viewId: _view, ...accepted } = tickets.list.query.shape
    expect(Object.keys(filters).sort()).toEqual(Object.keys(accepted).sort())
  })

  // On a busy machine hundreds of pages take their time.
  it.each(Object.keys(viewers))(
    `costs at most ${LIMIT} read units for a viewer %s, alone or with another part`,
    async who => {
      const viewer = viewers[who]!()
      const others: Partial<TicketFilter>[] = [
        {},
        { tags: [rareTagId], unread: true },
        { queueIds: some.queueIds.slice(0, 12), priority: ['urgent'] },
      ]
      const dear: Record<string, number> = {}
      for (const [name, filter] of Object.entries(filters))
        for (const [at, other] of others.entries())
          for (const status of [undefined, 'pending'] as const) {
            // The longest wait of a tab costs half a unit for each queue with waiting tickets.
            if (at === 0 && name === 'order') continue
            const whole = { ...plain, status, ...other, ...filter, ...(name === 'queueIds' ? other : {}) }
            const dearest = await readAll(viewer, whole, 1).then(
              read => read.dearest,
              error => (isRefused(error) ? 0 : Promise.reject(error)),
            )
            const most = filter.ids ? MAX_PINNED / 2 : LIMIT
            if (dearest > most) dear[`${name} ${at} ${status}`] = dearest
          }
      expect(dear).toEqual({})
    },
    180_000,
  )

  it('ends short where few tickets match, says by which part, and the pages after it find the rest', async () => {
    const rare = rows.filter(({ unreadMessages, status }) => unreadMessages > 0 && status === 'closed')
    const wanted = rare.toSorted((a, b) => b.updatedAt - a.updatedAt).map(({ id }) => id)
    const { found, said, pages } = await readAll(admin, { ...plain, status: 'closed', unread: true })
    expect(found).toEqual(wanted)
    expect(said).toEqual(['unread'])
    expect(pages).toBeGreaterThan(3)
    const tagged = await readAll(admin, { ...plain, tags: [tagId], status: 'closed', unread: true })
    expect(tagged.found.toSorted()).toEqual(wanted.toSorted())
  })

  it('is, of a tab over many queues, one that says that it looks through those of all queues', async () => {
    const viewer = viewers['of 26 queues']!()
    const wanted = rows
      .filter(({ status, queue }) => status === 'pending' && viewer.queueIds.includes(queue!.id))
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map(({ id }) => id)
    const { found, said } = await readAll(viewer, { ...plain, status: 'pending' })
    expect(found).toEqual(wanted)
    expect(['queueIds']).toEqual(expect.arrayContaining(said))
  })

  it('says that the longest wait cannot be combined with unread messages over many waiting queues', async () => {
    const filter: TicketFilter = { ...plain, status: 'pending', unread: true, byWaiting: true }
    const refusal = expect.objectContaining({ code: 'ERR_VIEW_CANNOT_COMBINE', data: { part: 'queueIds' } })
    await expect(pageOfTickets(companyId, some, filter, { limit: 20 })).rejects.toEqual(refusal)
    await expect(
      pageOfTickets(companyId, { ...some, queueIds: some.queueIds.slice(0, 3) }, filter, { limit: 20 }),
    ).resolves.toBeDefined()
  })

  it('reads the index of a view that holds it, full pages at once', async () => {
    const row = { name: 'Não lidas', shared: true, queueIds: [], userId: some.userId, filter, ready: true }
    view = await createRow(companyId, VIEWS, newRow<ViewRow>(row), { writes: [countViews(companyId, 1)] })
    expect(view.ready).toBe(true)
    const unread = rows.filter(({ unreadMessages }) => unreadMessages > 0)
    const ids = (accept: (ticket: TicketRow) => boolean) =>
      unread
        .filter(accept)
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
        .map(({ id }) => id)
    const pending = await readAll(some, { ...plain, status: 'pending', unread: true })
    expect(pending.found).toEqual(ids(({ status }) => status === 'pending'))
    expect(pending).toMatchObject({ said: [], pages: Math.ceil(pending.found.length / 20) })
    const open = await readAll(admin, { ...plain, status: 'open', unread: true, priority: ['urgent'] })
    expect(open.found).toEqual(ids(ticket => ticket.status === 'open' && !ticket.snoozedUntil))
    const snoozed = await readAll(admin, { ...plain, status: 'open', unread: true, snoozed: true })
    expect(snoozed.found).toEqual(ids(ticket => !!ticket.snoozedUntil))
    expect(snoozed.found.length).toBeGreaterThan(0)
    const own = await readAll({ ...some, queueIds: [] }, { ...plain, status: 'open', unread: true })
    expect(own.found).toEqual(open.found)
  })
})
