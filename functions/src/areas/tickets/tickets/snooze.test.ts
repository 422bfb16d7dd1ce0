import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import { changeTicket, type NewTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { fire } from '../../../workers/timers/handler.ts'

const { tickets } = ticketsArea.resources

let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser
let queues: Awaited<ReturnType<typeof makeQueue>>[]
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>

beforeAll(async () => {
  ;({ id: companyId, admin } = await makeCompany())
  whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  queues = [await makeQueue(companyId), await makeQueue(companyId)]
  const queueIds = queues.map(({ id }) => id)
  ana = await makeUser(companyId, { queueIds })
  bia = await makeUser(companyId, { queueIds })
})

const start = (changes: Partial<NewTicket> = {}) => makeTicket(companyId, { whatsapp, queue: queues[0]!, ...changes })

const served = (by = ana) => start({ status: 'open', user: by.user })
const hours = (count: number) => Date.now() + count * 3_600_000
const snooze = (as: TestUser, id: string, until: number) =>
  call(tickets.snooze, { as, params: { id }, body: { until: new Date(until).toISOString() } })
const listed = async (as: TestUser, query: Record<string, string>) =>
  (await call(tickets.list, { as, query })).body.tickets.map(({ id }) => id)
const timer = (ticketId: string, until: number) =>
  ({ type: 'wakeTicket', companyId, ticketId, until, dueAt: until }) as const

const write = (ticketId: string, fromMe: boolean) =>
  receiveMessage(companyId, ticketId, whatsapp.id, fromMe ? { fromMe, origin: 'attendant' } : {}, {
    unread: fromMe ? 0 : 1,
  })

describe('a snoozed ticket', () => {
  it('stands apart until its timer brings it back, once, unread and with a mark', async () => {
    const { id } = await served()
    const until = hours(1)
    const before = (await call(tickets.count, { as: ana })).body
    const { body } = await snooze(ana, id, until)
    expect(body.snoozedUntil).toBe(new Date(until).toISOString())
    expect(await listed(ana, { status: 'open' })).not.toContain(id)
    expect(await listed(ana, { status: 'open', snoozed: 'true' })).toEqual([id])
    expect(await listed(ana, { searchParam: id })).toEqual([id])
    expect(await listed(admin, { users: JSON.stringify([ana.user.id]) })).toContain(id)
    expect((await call(tickets.count, { as: ana })).body).toEqual({
      ...before,
      open: before.open - 1,
      snoozed: before.snoozed + 1,
    })
    const armed = (await timersOf(minuteOf(until))).map(entry => entry.timer)
    expect(armed).toContainEqual(timer(id, until))

    await Promise.all([fire(timer(id, until), until), fire(timer(id, until), until)])
    const { version } = await requireTicket(companyId, id)
    await fire(timer(id, until), until + 60_000)
    expect(await requireTicket(companyId, id)).toMatchObject({ version, snoozedUntil: null, wokeAt: until })
    expect((await listed(ana, { status: 'open' }))[0]).toBe(id)
    const [back] = (await call(tickets.list, { as: ana, query: { status: 'open' } })).body.tickets
    expect(back).toMatchObject({ id, unreadMessages: 1, wokeAt: new Date(until).toISOString() })
    await call(tickets.read, { as: ana, params: { id } })
    expect(await requireTicket(companyId, id)).toMatchObject({ unreadMessages: 0, wokeAt: null })
  })

  it('comes back at once when the contact writes, and not when its attendant does', async () => {
    const { id } = await served()
    const until = hours(2)
    await snooze(ana, id, until)
    await write(id, true)
    expect(await listed(ana, { status: 'open', snoozed: 'true' })).toContain(id)
    await write(id, false)
    expect(await listed(ana, { status: 'open' })).toContain(id)
    expect(await requireTicket(companyId, id)).toMatchObject({ snoozedUntil: null, wokeAt: expect.any(Number) })
    const { version } = await requireTicket(companyId, id)
    await fire(timer(id, until), until)
    expect((await requireTicket(companyId, id)).version).toBe(version)
  })

  it('is not put off over a message that its attendant has not seen', async () => {
    const { id } = await served()
    const snoozeSeen = (seenContactMessage: string) =>
      call(tickets.snooze, {
        as: ana,
        params: { id },
        body: { until: new Date(hours(2)).toISOString(), seenContactMessage },
      })
    await write(id, false)
    expect(await snoozeSeen('')).toMatchObject({ status: 409, error: 'ERR_TICKET_NEW_MESSAGE' })
    expect(await listed(ana, { status: 'open' })).toContain(id)
    const { contactMessage } = (await call(tickets.get, { as: ana, params: { id } })).body
    expect((await snoozeSeen(contactMessage!)).status).toBe(200)
    expect(await listed(ana, { status: 'open', snoozed: 'true' })).toContain(id)
  })

  it('follows the last time it was given; an earlier timer does nothing', async () => {
    const { id } = await served()
    const [first, second] = [hours(1), hours(3)]
    await snooze(ana, id, first)
    await snooze(ana, id, second)
    await fire(timer(id, first), first)
    expect((await requireTicket(companyId, id)).snoozedUntil).toBe(second)
    await fire(timer(id, second), second)
    expect((await requireTicket(companyId, id)).snoozedUntil).toBeNull()
  })

  it('loses nothing when it is put off while its contact writes', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await served()
      const until = hours(1)
      await Promise.all([snooze(ana, id, until), write(id, false)])
      const now = await requireTicket(companyId, id)
      expect(now.unreadMessages).toBe(1)
      // Put off behind the message, or woken by it.
      if (now.snoozedUntil !== null) await fire(timer(id, until), until)
      expect(await listed(ana, { status: 'open' })).toContain(id)
    }
  })

  it('is taken back by hand, without a mark, and leaves with a transfer and a closing', async () => {
    const { id } = await served()
    await snooze(ana, id, hours(1))
    const woken = await call(tickets.wake, { as: ana, params: { id } })
    expect(woken.body.snoozedUntil).toBeUndefined()
    expect(woken.body.wokeAt).toBeUndefined()
    await snooze(ana, id, hours(1))
    await call(tickets.update, {
      as: ana,
      params: { id },
      body: { queueId: queues[1]!.id, userId: bia.user.id, status: 'open' },
    })
    expect(await listed(bia, { status: 'open' })).toEqual([id])
    await snooze(bia, id, hours(1))
    await call(tickets.update, { as: bia, params: { id }, body: { status: 'closed', sendFarewell: false } })
    await call(tickets.update, { as: bia, params: { id }, body: { status: 'open', userId: bia.user.id } })
    expect(await listed(bia, { status: 'open' })).toEqual([id])
    expect((await call(tickets.count, { as: bia })).body).toMatchObject({ open: 1, snoozed: 0 })
  })

  it('is refused for a past or far time, a ticket that is not open, another’s and an unknown one', async () => {
    const { id } = await served()
    const waiting = await start()
    for (const [answer, status, code] of [
      [await snooze(ana, id, Date.now() - 1000), 422, 'ERR_SNOOZE_TIME'],
      [await snooze(ana, id, hours(24 * 400)), 422, 'ERR_SNOOZE_TIME'],
      [await snooze(ana, waiting.id, hours(1)), 422, 'ERR_TICKET_STATUS'],
      [await snooze(bia, id, hours(1)), 403, 'ERR_NO_PERMISSION'],
      [await snooze(ana, newId(), hours(1)), 404, 'ERR_NO_TICKET_FOUND'],
      [await call(tickets.wake, { as: bia, params: { id } }), 403, 'ERR_NO_PERMISSION'],
      [await call(tickets.unread, { as: bia, params: { id } }), 403, 'ERR_NO_PERMISSION'],
      [await call(tickets.unread, { as: ana, params: { id: newId() } }), 404, 'ERR_NO_TICKET_FOUND'],
    ] as const)
      expect([answer.status, answer.error]).toEqual([status, code])
    expect((await requireTicket(companyId, id)).snoozedUntil ?? null).toBeNull()
    expect((await snooze(admin, id, hours(1))).status).toBe(200)
    await fire(timer(newId(), Date.now()), Date.now())
  })
})

describe('a ticket marked as unread', () => {
  it('counts one until it is read, keeps its place, and is not marked twice', async () => {
    const { id, updatedAt } = await served()
    expect((await call(tickets.unread, { as: ana, params: { id } })).body.unreadMessages).toBe(1)
    const { version } = await requireTicket(companyId, id)
    await call(tickets.unread, { as: ana, params: { id } })
    expect(await requireTicket(companyId, id)).toMatchObject({ version, updatedAt, unreadMessages: 1 })
    await call(tickets.read, { as: ana, params: { id } })
    expect((await requireTicket(companyId, id)).unreadMessages).toBe(0)
    await changeTicket(companyId, id, () => ({ set: { status: 'closed' } }))
    expect((await call(tickets.unread, { as: ana, params: { id } })).error).toBe('ERR_TICKET_STATUS')
  })
})

describe('the pending tickets by how long they wait', () => {
  it('begin with the one that waits longest, whoever wrote last, in pages, for who sees some queues and for an admin', async () => {
    const own = await makeCompany()
    const line = await makeWhatsapp(own.id, { isDefault: true })
    const places = []
    for (let i = 0; i < 3; i++) places.push(await makeQueue(own.id))
    const agent = await makeUser(own.id, { queueIds: [places[0]!.id, places[1]!.id] })
    vi.useFakeTimers({ toFake: ['Date'] })
    const begin = Date.now() - 600_000
    const made: { id: string; queue: number }[] = []
    for (let i = 0; i < 30; i++) {
      vi.setSystemTime(begin + i * 1000)
      const { id } = await makeTicket(own.id, { whatsapp: line, queue: places[i % 3]! })
      made.push({ id, queue: i % 3 })
    }
    vi.useRealTimers()
    // The oldest is touched last: its place is still the first.
    await changeTicket(own.id, made[0]!.id, () => ({ set: { unreadMessages: 2 } }))
    const walk = async (as: TestUser, more: Record<string, string> = {}) => {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query: Record<string, string> = {
          status: 'pending',
          order: 'waiting',
          limit: '7',
          ...more,
          ...(cursor ? { cursor } : {}),
        }
        const { body }: { body: { tickets: Ticket[]; nextCursor: string | null } } = await call(tickets.list, {
          as,
          query,
        })
        seen.push(...body.tickets.map(({ id }) => id))
        cursor = body.nextCursor
      }
      return seen
    }
    const of = (...wanted: number[]) => made.filter(({ queue }) => wanted.includes(queue)).map(({ id }) => id)
    expect(await walk(own.admin)).toEqual(of(0, 1, 2))
    expect(await walk(agent)).toEqual(of(0, 1))
    expect(await walk(agent, { queueIds: JSON.stringify([places[1]!.id]) })).toEqual(of(1))
    // Who is served and comes back waits anew.
    const user = { id: agent.user.id, name: 'Ana' }
    await changeTicket(own.id, made[0]!.id, () => ({ set: { status: 'open', user } }))
    expect((await walk(agent))[0]).toBe(made[1]!.id)
    await changeTicket(own.id, made[0]!.id, () => ({ set: { status: 'pending', user: null } }))
    expect((await walk(agent)).at(-1)).toBe(made[0]!.id)
  })
})

describe('tickets by their ids', () => {
  it('come in that order, as far as the caller sees them and they have the status', async () => {
    const [one, two] = [await served(), await served()]
    const strangers = await makeCompany()
    const ids = JSON.stringify([two.id, newId(), one.id])
    expect(await listed(ana, { ids, status: 'open' })).toEqual([two.id, one.id])
    expect(await listed(ana, { ids, status: 'closed' })).toEqual([])
    expect(await listed(strangers.admin, { ids })).toEqual([])
    const tooMany = JSON.stringify(Array.from({ length: 21 }, () => newId()))
    expect((await call(tickets.list, { as: ana, query: { ids: tooMany } })).error).toBe('ERR_VALIDATION')
  })
})
