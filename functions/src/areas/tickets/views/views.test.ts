import { goals } from '@balcao/shared/api/company/goals.ts'
import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { ViewFilter } from '@balcao/shared/entities/view.ts'
import { newId } from '@balcao/shared/ids.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { matchesView } from '@balcao/shared/rules/views/matches-view.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { makeField } from '../../../../test/make-field.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { createTag } from '../../../data/tickets/tag.ts'
import { changeTicket, type NewTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import { indexOf, viewSubject } from '../../../data/views/view-index.ts'
import { fillView } from '../../../workers/jobs/fill-view.ts'
import { removeUser } from '../../../workers/jobs/remove-user.ts'

const { tickets, views } = ticketsArea.resources

let companyId: string
let admin: TestUser
let boss: TestUser
let ana: TestUser
let bia: TestUser
let queues: Awaited<ReturnType<typeof makeQueue>>[]
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>
let tags: { id: string; name: string; color: string }[]

beforeAll(async () => {
  ;({ id: companyId, admin } = await makeCompany())
  whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  queues = [await makeQueue(companyId), await makeQueue(companyId)]
  boss = await makeUser(companyId, { profile: 'supervisor', queueIds: [queues[0]!.id] })
  ana = await makeUser(companyId, { queueIds: [queues[0]!.id] })
  bia = await makeUser(companyId, { queueIds: [queues[1]!.id] })
  const made = ['VIP', 'Boleto'].map(name => ({ name, color: '#112233', kanban: 0, description: '' }))
  tags = await Promise.all(made.map(tag => createTag(companyId, tag as never)))
})

type Changes = NonNullable<ReturnType<Parameters<typeof changeTicket>[2]>>['set']
const set = async (id: string, changes: Changes) =>
  (await changeTicket(companyId, id, () => ({ set: changes, touch: false }))).ticket
async function start(given: Partial<NewTicket> = {}, changes?: Changes) {
  const ticket = await makeTicket(companyId, { whatsapp, queue: queues[0]!, ...given })
  return changes ? set(ticket.id, changes) : ticket
}
const refOf = ({ user }: TestUser) => ({ id: user.id, name: user.name })

const make = (as: TestUser, filter: ViewFilter, more: object = {}) =>
  call(views.create, { as, body: { name: 'Visão', filter, ...more } })
/** Makes a view, and enters the tickets that exist. */
async function filled(as: TestUser, filter: ViewFilter, more: object = {}): Promise<string> {
  const { body, status } = await make(as, filter, more)
  expect(status).toBe(201)
  await fill(filter)
  return body.id
}
async function fill(filter: ViewFilter) {
  const index = indexOf({ filter }, 'UTC')
  if (index) await fillView({ type: 'fillView', companyId, view: index.id })
}
const list = async (as: TestUser, viewId: string) =>
  (await call(tickets.list, { as, query: { viewId, limit: '100' } })).body.tickets.map(({ id }) => id)
const count = async (as: TestUser, id: string) => (await call(views.get, { as, params: { id } })).body.count
/** Expects a view to list exactly these tickets, and to count them. */
async function expectIn(as: TestUser, viewId: string, ids: readonly string[]) {
  expect((await list(as, viewId)).toSorted()).toEqual([...ids].toSorted())
  expect(await count(as, viewId)).toBe(ids.length)
}

describe('a view', () => {
  it('has the tickets that match, at once, as they come and go', async () => {
    const before = await start({}, { priority: 'urgent' })
    const id = await filled(admin, { priority: ['urgent', 'high'], status: ['pending', 'open'] })
    await expectIn(admin, id, [before.id])
    const later = await start({ queue: queues[1]! }, { priority: 'high' })
    await start({}, { priority: 'low' })
    await expectIn(admin, id, [later.id, before.id])
    await set(before.id, { priority: 'none' })
    await set(later.id, { status: 'open', user: refOf(bia) })
    await expectIn(admin, id, [later.id])
    await set(later.id, { status: 'closed' })
    await expectIn(admin, id, [])
    await set(later.id, { status: 'open', user: refOf(bia) })
    await expectIn(admin, id, [later.id])
    await deleteTicket(companyId, later.id)
    await expectIn(admin, id, [])
  })

  it('shows and counts only what its viewer may see', async () => {
    const tag = await createTag(companyId, { name: newId(), color: '#112233', kanban: 0, description: '' } as never)
    const given = { tags: [{ id: tag.id, name: tag.name, color: tag.color }] }
    const first = await start({ queue: queues[0]! }, given)
    const second = await start({ queue: queues[1]! }, given)
    const nobodys = await start({ queue: null }, given)
    const elsewhere = await start({ queue: queues[1]!, status: 'open', user: refOf(ana) }, given)
    const id = await filled(admin, { tags: [tag.id] }, { shared: true })
    await expectIn(admin, id, [first.id, second.id, nobodys.id, elsewhere.id])
    await expectIn(ana, id, [first.id, elsewhere.id])
    await expectIn(bia, id, [second.id, elsewhere.id])
    const all = await makeUser(companyId, { queueIds: [], allTicket: 'enabled' })
    await expectIn(all, id, [nobodys.id])
    await set(elsewhere.id, { queue: queues[0]! })
    await expectIn(ana, id, [first.id, elsewhere.id])
    await expectIn(bia, id, [second.id])
    const mine = await filled(ana, { tags: [tag.id], users: ['me'] })
    await expectIn(ana, mine, [elsewhere.id])
  })

  it('is its author’s alone, or shared with queues or everybody by supervisors', async () => {
    const own = (await make(ana, { status: ['pending'] })).body
    expect(own).toMatchObject({ shared: false, userId: ana.user.id, ready: true })
    for (const as of [bia, admin]) {
      expect((await call(views.get, { as, params: { id: own.id } })).error).toBe('ERR_NO_VIEW_FOUND')
      expect((await call(tickets.list, { as, query: { viewId: own.id } })).error).toBe('ERR_NO_VIEW_FOUND')
    }
    expect((await make(ana, { status: ['pending'] }, { shared: true })).error).toBe('ERR_NO_PERMISSION')
    const some = (await make(boss, { status: ['open'] }, { shared: true, queueIds: [queues[1]!.id] })).body
    const all = (await make(boss, { status: ['open'] }, { shared: true })).body
    const ids = async (as: TestUser) => (await call(views.listAll, { as })).body.map(({ id }) => id)
    expect(await ids(bia)).toEqual(expect.arrayContaining([some.id, all.id]))
    expect(await ids(ana)).toContain(all.id)
    expect(await ids(ana)).not.toContain(some.id)
    expect(await ids(boss)).toContain(some.id)
    const change = (as: TestUser, id: string, body: object) => call(views.update, { as, params: { id }, body })
    expect((await change(bia, some.id, { name: 'Nossa' })).error).toBe('ERR_NO_PERMISSION')
    expect((await change(ana, own.id, { shared: true })).error).toBe('ERR_NO_PERMISSION')
    expect((await change(ana, own.id, { name: 'Minha' })).body.name).toBe('Minha')
    expect((await call(views.remove, { as: bia, params: { id: all.id } })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(views.remove, { as: bia, params: { id: own.id } })).status).toBe(204)
    expect((await call(views.get, { as: ana, params: { id: own.id } })).status).toBe(200)
    const other = await makeCompany()
    expect((await call(tickets.list, { as: other.admin, query: { viewId: all.id } })).error).toBe('ERR_NO_VIEW_FOUND')
  })

  it.each([
    ['status', {}],
    ['status', { status: ['closed', 'open'], queueIds: ['none'] }],
    ['status', { status: ['closed'], goal: 'met' }],
    ['status', { priority: ['none', 'low'] }],
    ['users', { users: ['me', 'none'], status: ['open'] }],
  ] as [string, ViewFilter][])('names %s as what cannot be combined', async (part, filter) => {
    const answer = await make(admin, filter)
    expect(answer).toMatchObject({ status: 422, error: 'ERR_VIEW_CANNOT_COMBINE' })
    expect(answer.raw).toMatchObject({ part, details: [{ path: `filter.${part}` }] })
  })

  it.each([
    ['an unknown part', { colour: 'red' }],
    ['an unknown status', { status: ['late'] }],
    ['days that end before they begin', { date: { from: '2026-02-02', to: '2026-02-01' } }],
    ['too many values', { tags: Array.from({ length: 51 }, () => newId()) }],
    ['something that is no filter', 'open'],
  ])('refuses %s', async (_, filter) => {
    expect((await make(admin, filter as ViewFilter)).error).toBe('ERR_VALIDATION')
  })

  it('goes with no other filter of the list', async () => {
    const id = (await make(admin, { status: ['open'] })).body.id
    expect((await call(tickets.list, { as: admin, query: { viewId: id, status: 'open' } })).error).toBe(
      'ERR_VALIDATION',
    )
  })

  it('outlives a tag it names, and may be changed then', async () => {
    const tag = await createTag(companyId, { name: newId(), color: '#112233', kanban: 0, description: '' } as never)
    const filter = { tags: [tag.id], status: ['pending' as const] }
    const id = await filled(admin, filter)
    await call(ticketsArea.resources.tags.remove, { as: admin, params: { id: tag.id } })
    await expectIn(admin, id, [])
    expect((await call(views.update, { as: admin, params: { id }, body: { filter, name: 'Antiga' } })).status).toBe(200)
    expect((await make(admin, filter)).error).toBe('ERR_NO_TAG_FOUND')
  })

  it('becomes ready once the tickets from before are in it, and changes its filter', async () => {
    const before = await start({}, { unreadMessages: 3 })
    const filter: ViewFilter = { unread: true, status: ['pending'], users: ['none'] }
    const { body } = await make(admin, filter)
    expect(body).toMatchObject({ ready: false, count: 0 })
    await fill(filter)
    expect((await call(views.get, { as: admin, params: { id: body.id } })).body.ready).toBe(true)
    expect(await list(admin, body.id)).toContain(before.id)
    // Another view with the same filter is ready at once.
    expect((await make(ana, { users: ['none', 'none'], status: ['pending'], unread: true })).body.ready).toBe(true)
    const next: ViewFilter = { unread: true, status: ['pending'], priority: ['urgent'] }
    const changed = await call(views.update, { as: admin, params: { id: body.id }, body: { filter: next } })
    expect(changed.body).toMatchObject({ ready: false, count: 0 })
    await fill(next)
    await expectIn(admin, body.id, [])
    await set(before.id, { priority: 'urgent' })
    await expectIn(admin, body.id, [before.id])
  })

  it('leaves nothing in tickets when the last view with its filter goes', async () => {
    const alone = await makeQueue(companyId)
    const filter: ViewFilter = { unread: true, status: ['pending', 'open'], queueIds: [alone.id] }
    const gone = await makeUser(companyId, { queueIds: [alone.id] })
    const ticket = await start({ queue: alone }, { unreadMessages: 1 })
    const id = await filled(admin, filter)
    const own = await filled(gone, filter)
    const { id: index } = indexOf({ filter }, 'UTC')!
    expect((await requireTicket(companyId, ticket.id)).views).toContain(index)
    await call(views.remove, { as: admin, params: { id } })
    await fill(filter)
    await expectIn(gone, own, [ticket.id])
    await removeUser(companyId, gone.user.id, async () => undefined)
    await fill(filter)
    expect((await requireTicket(companyId, ticket.id)).views ?? []).not.toContain(index)
    // Made again, it is complete again.
    await expectIn(admin, await filled(admin, filter), [ticket.id])
  })

  it('asks for fields of tickets, by values of their types', async () => {
    const choices = ['Ouro', 'Prata']
    const { id: plan } = await makeField(admin, { on: 'ticket', type: 'choice', choices })
    const { id: amount } = await makeField(admin, { on: 'ticket', type: 'number' })
    const { id: ofContact } = await makeField(admin, { on: 'contact', type: 'choice', choices })
    const ticket = await start()
    const put = (values: Record<string, string | number | null>) =>
      call(tickets.update, { as: admin, params: { id: ticket.id }, body: { fields: values } })
    await put({ [plan]: 'Ouro' })
    const id = await filled(admin, { fields: { [plan]: 'Ouro' } })
    await expectIn(admin, id, [ticket.id])
    await put({ [plan]: 'Prata', [amount]: 3 })
    await expectIn(admin, id, [])
    await expectIn(admin, await filled(admin, { fields: { [amount]: 3, [plan]: 'Prata' }, status: ['pending'] }), [
      ticket.id,
    ])
    expect((await make(admin, { fields: { [newId()]: 'Ouro' } })).error).toBe('ERR_NO_FIELD_FOUND')
    expect((await make(admin, { fields: { [plan]: 'Bronze' } })).error).toBe('ERR_VALIDATION')
    expect((await make(admin, { fields: { [amount]: '3' } })).error).toBe('ERR_VALIDATION')
    const answer = await make(admin, { fields: { [ofContact]: 'Ouro' } })
    expect(answer).toMatchObject({ status: 422, error: 'ERR_VIEW_CANNOT_COMBINE' })
    expect(answer.raw).toMatchObject({ part: 'fields', details: [{ path: 'filter.fields' }] })
  })

  it('limits how many different ones a company has, not how many views', async () => {
    const company = await makeCompany()
    const body = (i: number) => ({ name: `V${i}`, filter: { tags: [], date: { from: `20${10 + i}-01-01` } } })
    for (let i = 0; i < 18; i++)
      expect((await call(views.create, { as: company.admin, body: body(i) })).status).toBe(201)
    const { id } = (await call(views.create, { as: company.admin, body: body(18) })).body
    const changed = { ...body(30), name: 'Outra' }
    // Three that are made and one that gets another filter, at once: one more index has room.
    const atOnce = await Promise.all([
      ...[19, 20, 21].map(i => call(views.create, { as: company.admin, body: body(i) })),
      call(views.update, { as: company.admin, params: { id }, body: changed }),
    ])
    expect(atOnce.filter(({ error }) => error === 'ERR_VIEW_LIMIT')).toHaveLength(2)
    expect((await call(views.create, { as: company.admin, body: body(40) })).error).toBe('ERR_VIEW_LIMIT')
    expect((await call(views.create, { as: company.admin, body: body(7) })).status).toBe(201)
    const direct = { name: 'Fila', filter: { status: ['pending' as const] } }
    expect((await call(views.create, { as: company.admin, body: direct })).status).toBe(201)
  })

  it('leaves indexes for who shares views, however many attendants make', async () => {
    const company = await makeCompany()
    const body = (i: number) => ({ name: `V${i}`, filter: { tags: [], date: { from: `20${10 + i}-01-01` } } })
    const made: string[] = []
    for (let who = 0; who < 3; who++) {
      const as = await makeUser(company.id)
      for (let i = 0; i < 6; i++) {
        const { status, error } = await call(views.create, { as, body: body(who * 6 + i) })
        made.push(status === 201 ? 'made' : (error ?? ''))
      }
    }
    const [five, two] = [Array(5).fill('made'), Array(2).fill('made')]
    expect(made).toEqual([
      ...five,
      'ERR_VIEW_LIMIT',
      ...five,
      'ERR_VIEW_LIMIT',
      ...two,
      ...Array(4).fill('ERR_VIEW_LIMIT'),
    ])
    for (let i = 0; i < 8; i++)
      expect((await call(views.create, { as: company.admin, body: body(50 + i) })).status).toBe(201)
  })

  it('follows service goals', async () => {
    const company = await makeCompany()
    const as = company.admin
    await call(goals.create, { as, body: { name: 'Meta', firstAnswerMinutes: 5, resolutionMinutes: 60 } })
    const phone = await makeWhatsapp(company.id, { isDefault: true })
    const ticket = await makeTicket(company.id, { whatsapp: phone })
    const ids: Record<string, string> = {}
    for (const goal of ['due', 'late', 'missed'] as const)
      ids[goal] = (
        await call(views.create, { as, body: { name: goal, filter: { goal, status: ['pending'] } } })
      ).body.id
    const now = async () => {
      const rows = (await call(views.listAll, { as })).body.filter(({ count: found }) => found === 1)
      return rows.map(({ name }) => name).toSorted()
    }
    const touch = (change: Changes) => changeTicket(company.id, ticket.id, () => ({ set: change }))
    await touch({})
    expect(await now()).toEqual(['due'])
    const [first, end] = (await touch({})).ticket.goals!
    await touch({ goals: [{ ...first!, breachedAt: first!.dueAt }, end!] })
    expect(await now()).toEqual(['due', 'late', 'missed'])
    await touch({ goals: [{ ...first!, breachedAt: first!.dueAt, metAt: first!.dueAt + 1 }, end!] })
    expect(await now()).toEqual(['due', 'missed'])
  })
})

describe('any filter', () => {
  it('lists and counts what the shared rule accepts, for each viewer', async () => {
    const people = [admin, ana, bia]
    const subjects = fc.record({
      queue: fc.constantFrom(queues[0]!, queues[1]!, null),
      holder: fc.constantFrom(null, ana, bia),
      tagged: fc.subarray([0, 1]),
      priority: fc.constantFrom('none' as const, 'low' as const, 'urgent' as const),
      unread: fc.constantFrom(0, 2),
      isReferred: fc.boolean(),
      end: fc.constantFrom('live' as const, 'closed' as const, 'snoozed' as const),
    })
    const rows = []
    for (const given of fc.sample(subjects, 14)) {
      const status = given.holder ? 'open' : 'pending'
      const referral = { sourceType: 'ad', sourceId: '1', sourceUrl: '', headline: '', body: '', at: Date.now() }
      const ticket = await start(
        { queue: given.queue, user: given.holder && refOf(given.holder), status },
        {
          tags: given.tagged.map(i => ({ id: tags[i]!.id, name: tags[i]!.name, color: '#112233' })),
          ...{ priority: given.priority, unreadMessages: given.unread },
          ...(given.isReferred ? { referral } : {}),
          ...(given.end === 'closed' ? { status: 'closed' } : {}),
          ...(given.end === 'snoozed' && status === 'open' ? { snoozedUntil: Date.now() + 3_600_000 } : {}),
        },
      )
      rows.push(ticket)
    }
    const own = new Set(rows.map(({ id }) => id))
    const filters = fc.record(
      {
        status: fc.uniqueArray(fc.constantFrom('pending', 'open', 'snoozed', 'closed'), { minLength: 1 }),
        queueIds: fc.subarray([queues[0]!.id, queues[1]!.id, 'none']),
        users: fc.constantFrom(['me'], ['none'], [ana.user.id], [ana.user.id, bia.user.id]),
        tags: fc.subarray(tags.map(({ id }) => id)),
        priority: fc.uniqueArray(fc.constantFrom('none', 'low', 'urgent'), { minLength: 1 }),
        unread: fc.boolean(),
        origin: fc.constant('ad'),
      },
      { requiredKeys: [] },
    )
    for (const filter of fc.sample(filters, 12) as ViewFilter[]) {
      const { body, status } = await make(admin, filter, { shared: true })
      if (status === 422) continue
      await fill(filter)
      for (const as of people) {
        const viewer = { ...as.actor, userId: as.user.id, queueIds: as.user.queueIds, allTicket: as.user.allTicket }
        const wanted = rows.filter(
          row =>
            maySeeTicket(viewer, { queueId: row.queue?.id ?? null, userId: row.user?.id ?? null }) &&
            matchesView(filter, viewSubject(row), { userId: as.user.id }),
        )
        // The closed tab shows a user's own tickets of other queues
        // only without a filter of queues.
        const isOfTab = filter.status?.length === 1 && filter.status[0] === 'closed' && Object.keys(filter).length === 2
        if (isOfTab && filter.queueIds) continue
        const found = (await list(as, body.id)).filter(id => own.has(id))
        expect(found.toSorted(), JSON.stringify(filter)).toEqual(wanted.map(({ id }) => id).toSorted())
      }
      await call(views.remove, { as: admin, params: { id: body.id } })
      await fill(filter)
    }
  })
})
