import { distribution } from '@balcao/shared/api/team/distribution.ts'
import { queue as queues } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestUser } from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { targetHas } from '../../test/target.ts'
import { openTicketsOfUser } from '../data/table/counter.ts'
import { metered } from '../data/table/meter.ts'
import { changeQueue, deleteQueue, getQueue, type QueueRow, setHeld } from '../data/team/queue.ts'
import { setOnline } from '../data/team/user.ts'
import { changeTicket, requireTicket, storeMessage } from '../data/tickets/ticket.ts'
import { NONE, type TicketRow } from '../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../data/timers/timer.ts'
import { fire } from '../workers/timers/handler.ts'

const MINUTE = 60_000

type Setting = Partial<Pick<QueueRow, 'distribution' | 'maxOpenTickets'>>

const queueOf = (companyId: string, given: Setting = {}): Promise<QueueRow> =>
  makeQueue(companyId, { distribution: 'roundRobin', maxOpenTickets: 3, ...given })

async function attendants(companyId: string, queueIds: string[], count: number): Promise<TestUser[]> {
  const all = await Promise.all(
    Array.from({ length: count }, (_, i) => makeUser(companyId, { name: `Atendente ${i + 1}`, queueIds })),
  )
  await Promise.all(all.map(({ user }) => comeOnline(user)))
  return all.sort((a, b) => (a.user.id < b.user.id ? -1 : 1))
}

const comeOnline = ({ companyId, id }: TestUser['user']) => setOnline(companyId, id, Date.now() + 5 * MINUTE)
const goOffline = ({ companyId, id }: TestUser['user'], since = 11 * MINUTE) =>
  setOnline(companyId, id, Date.now() - since)

/** Timers of a company of these kinds within the next minutes. */
async function timers(companyId: string, ...types: Timer['type'][]): Promise<Timer[]> {
  const now = minuteOf(Date.now())
  const all = (await Promise.all(Array.from({ length: 20 }, (_, i) => timersOf(now + i)))).flat()
  return all.flatMap(({ timer }) => (timer.companyId === companyId && types.includes(timer.type) ? [timer] : []))
}

/** Lets the queues of a company look at every occasion there was, side by side. */
async function distribute(companyId: string): Promise<void> {
  await Promise.all((await timers(companyId, 'distribute')).map(timer => fire(timer, Date.now())))
}

const now = (ticket: TicketRow) => requireTicket(ticket.companyId, ticket.id)
const receivers = async (all: readonly TicketRow[]) =>
  (await Promise.all(all.map(now))).map(({ user }) => user?.id ?? null)

/** Makes tickets that began to wait one after the other. */
async function waiting(companyId: string, queue: QueueRow, count: number): Promise<TicketRow[]> {
  const all: TicketRow[] = []
  for (let i = 0; i < count; i++) {
    all.push(await makeTicket(companyId, { queue }))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  return all
}

const logOf = async (admin: TestUser, queue: QueueRow) =>
  (await call(distribution.decisions, { as: admin, params: { id: queue.id } })).body.decisions

describe('a queue that distributes in turn', () => {
  it('gives each ticket to the next one, with the reason in its history and the log', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id)
    const [one, two] = (await attendants(id, [queue.id], 2)) as [TestUser, TestUser]
    const all = await waiting(id, queue, 3)
    await distribute(id)
    expect(await receivers(all)).toEqual([one.user.id, two.user.id, one.user.id])
    expect(await now(all[0]!)).toMatchObject({ status: 'open', answeredAt: null, givenAt: expect.any(Number) })
    const history = (await call(ticketsLog.list, { as: admin, params: { ticketId: all[2]!.id } })).body
    expect(history.at(-1)).toMatchObject({
      type: 'distributed',
      user: { id: one.user.id },
      queue: { id: queue.id },
      given: { reason: 'turn', open: 1 },
    })
    expect(await logOf(admin, queue)).toMatchObject(
      [one, two, one].map(({ user }) => ({ user: { id: user.id }, reason: 'turn' })),
    )
  })

  it('goes on where it was, and passes over who is away, paused or full', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id, { maxOpenTickets: 2 })
    const [one, two, three, four] = (await attendants(id, [queue.id], 4)) as [TestUser, TestUser, TestUser, TestUser]
    await goOffline(two.user, 0)
    expect(
      (await call(distribution.pause, { as: three, params: { id: three.user.id }, body: { paused: true } })).status,
    ).toBe(200)
    const first = await waiting(id, queue, 1)
    await distribute(id)
    const rest = await waiting(id, queue, 4)
    await distribute(id)
    expect(await receivers([...first, ...rest])).toEqual(
      [one, four, one, four, null].map(each => each?.user.id ?? null),
    )
    const shown = (await call(queues.list, { as: one })).body.find(each => each.id === queue.id)
    expect(shown).toMatchObject({ held: 'noRoom', distribution: 'roundRobin', maxOpenTickets: 2 })
    expect((await logOf(admin, queue))[0]).toMatchObject({ reason: 'noRoom', user: null, ticketId: rest[3]!.id })
    // An attendant who comes back gets the waiting tickets, and none is said to wait any more.
    await call(distribution.pause, { as: three, params: { id: three.user.id }, body: { paused: false } })
    await distribute(id)
    expect(await receivers([rest[3]!])).toEqual([three.user.id])
    expect((await call(queues.get, { as: one, params: { id: queue.id } })).body.held).toBeNull()
  })

  it('gives the longest waiting one to whom gets room again, the most urgent first', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id, { maxOpenTickets: 1 })
    const [one] = (await attendants(id, [queue.id], 1)) as [TestUser]
    const [first, second, third, urgent] = (await waiting(id, queue, 4)) as [TicketRow, TicketRow, TicketRow, TicketRow]
    await call(tickets.update, { as: admin, params: { id: urgent.id }, body: { priority: 'urgent' } })
    await distribute(id)
    const close = (ticket: TicketRow) =>
      call(tickets.update, { as: one, params: { id: ticket.id }, body: { status: 'closed' } })
    const order: string[] = []
    for (let i = 0; i < 4; i++) {
      const mine = (await Promise.all([first, second, third, urgent].map(now))).filter(
        ({ status }) => status === 'open',
      )
      expect(mine).toHaveLength(1)
      order.push(mine[0]!.id)
      expect((await close(mine[0]!)).status).toBe(200)
      await distribute(id)
    }
    expect(order).toEqual([urgent.id, first.id, second.id, third.id])
  })

  it('leaves to bots and menus what they have a part in, and everything while it is by hand', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id, { distribution: 'manual' })
    const [one] = (await attendants(id, [queue.id], 1)) as [TestUser]
    const [menu, bot, free] = (await waiting(id, queue, 3)) as [TicketRow, TicketRow, TicketRow]
    await changeTicket(id, menu.id, () => ({ set: { chatbot: true } }))
    await changeTicket(id, bot.id, () => ({ set: { useIntegration: true, promptId: crypto.randomUUID() } }))
    expect(await timers(id, 'distribute')).toEqual([])
    const params = { id: queue.id }
    expect((await call(queues.update, { as: admin, params, body: { distribution: 'leastBusy' } })).status).toBe(200)
    await distribute(id)
    expect(await receivers([menu, bot, free])).toEqual([null, null, one.user.id])
    await changeTicket(id, menu.id, () => ({ set: { chatbot: false } }))
    await changeTicket(id, bot.id, () => ({ set: { useIntegration: false, promptId: null } }))
    await distribute(id)
    expect(await receivers([menu, bot])).toEqual([one.user.id, one.user.id])
  })

  it('gives nothing to operators, to people of other queues or companies, or of other hours', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id)
    const other = await makeQueue(id)
    await attendants(id, [other.id], 1)
    await attendants((await makeCompany()).id, [queue.id], 1)
    const operator = await makeUser(id, { super: true, profile: 'admin', queueIds: [queue.id] })
    await comeOnline(operator.user)
    const all = await waiting(id, queue, 1)
    await distribute(id)
    expect((await logOf(admin, queue))[0]).toMatchObject({ reason: 'noMembers', user: null })
    const [late] = (await attendants(id, [queue.id], 1)) as [TestUser]
    const never = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '00:00', endTime: '00:00' }]
    await call(users.update, { as: admin, params: { id: late.user.id }, body: { accessHours: never } })
    await distribute(id)
    expect((await logOf(admin, queue))[0]).toMatchObject({ reason: 'noneAvailable' })
    expect(await receivers(all)).toEqual([null])
  })
})

describe('a queue that gives to the least busy', () => {
  it('counts the open tickets of all queues, and limits those of its own', async () => {
    const { id } = await makeCompany()
    const [queue, other] = [await queueOf(id, { distribution: 'leastBusy', maxOpenTickets: 2 }), await makeQueue(id)]
    const [one, two] = (await attendants(id, [queue.id, other.id], 2)) as [TestUser, TestUser]
    for (let i = 0; i < 3; i++) await makeTicket(id, { queue: other, user: one.user, status: 'open' })
    const all = await waiting(id, queue, 4)
    await distribute(id)
    expect(await receivers(all)).toEqual([two, two, one, one].map(({ user }) => user.id))
  })
})

describe('under race', () => {
  it('fifty tickets at once for five people with room for three: fifteen are given, in order, none is lost', async () => {
    const { id } = await makeCompany()
    const queue = await queueOf(id)
    const team = await attendants(id, [queue.id], 5)
    const all = await Promise.all(Array.from({ length: 50 }, () => makeTicket(id, { queue })))
    await distribute(id)
    await distribute(id)
    const rows = await Promise.all(all.map(now))
    const open = rows.filter(({ status }) => status === 'open')
    expect(open).toHaveLength(15)
    expect(rows.filter(({ status, user }) => status === 'pending' && user === null)).toHaveLength(35)
    for (const { user } of team) {
      expect(open.filter(ticket => ticket.user?.id === user.id)).toHaveLength(3)
      expect((await openTicketsOfUser(id, user.id)).get(queue.id)?.open).toBe(3)
    }
    const since = (row: TicketRow) => row.createdAt
    const lastGiven = Math.max(...open.map(since))
    expect(rows.filter(({ status }) => status === 'pending').every(row => since(row) >= lastGiven)).toBe(true)
  }, 60_000)

  it('gives nothing by a limit that was lowered meanwhile', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id, { maxOpenTickets: null })
    const [one] = (await attendants(id, [queue.id], 1)) as [TestUser]
    const all = await waiting(id, queue, 20)
    const given = async () => (await openTicketsOfUser(id, one.user.id)).get(queue.id)?.open ?? 0
    const done = distribute(id)
    await expect.poll(given, { interval: 5 }).toBeGreaterThan(0)
    await call(queues.update, { as: admin, params: { id: queue.id }, body: { maxOpenTickets: 1 } })
    const then = await given()
    expect(then).toBeLessThan(all.length)
    await done
    await distribute(id)
    expect(await given()).toBe(then)
    // An edit of something else does not end the work.
    await call(queues.update, { as: admin, params: { id: queue.id }, body: { maxOpenTickets: 30 } })
    await Promise.all([
      distribute(id),
      call(queues.update, { as: admin, params: { id: queue.id }, body: { greetingMessage: 'Oi!' } }),
    ])
    expect(await given()).toBe(all.length)
  }, 60_000)

  it('counts what is accepted by hand and given by another queue at the same time', async () => {
    const { id } = await makeCompany()
    const [queue, other] = [await queueOf(id, { maxOpenTickets: 2 }), await queueOf(id, { maxOpenTickets: 4 })]
    const team = await attendants(id, [queue.id, other.id], 3)
    const [mine, theirs] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => makeTicket(id, { queue }))),
      Promise.all(Array.from({ length: 14 }, () => makeTicket(id, { queue: other }))),
    ])
    const [first] = team as [TestUser]
    const take = (ticket: TicketRow) =>
      call(tickets.update, {
        as: first,
        params: { id: ticket.id },
        body: { status: 'open', userId: first.user.id },
      })
    const [, ...accepted] = await Promise.all([distribute(id), ...mine.slice(10).map(take)])
    const byHand = accepted.filter(answer => (answer as { status: number }).status === 200).length
    for (const { user } of team) {
      const open = await openTicketsOfUser(id, user.id)
      const limit = user.id === first.user.id ? 2 + byHand : 2
      expect(open.get(queue.id)?.open ?? 0).toBeLessThanOrEqual(limit)
      expect(open.get(other.id)?.open).toBe(4)
    }
    const users = await receivers([...mine, ...theirs])
    const counted = await Promise.all(team.map(async ({ user }) => openTicketsOfUser(id, user.id)))
    const sum = counted.flatMap(each => [...each.values()]).reduce((all, { open }) => all + open, 0)
    expect(users.filter(Boolean)).toHaveLength(sum)
  }, 60_000)
})

describe('what was not answered by somebody who is away', () => {
  it('returns to the queue after ten minutes and goes to the next', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id)
    const [one, two] = (await attendants(id, [queue.id], 2)) as [TestUser, TestUser]
    await goOffline(two.user)
    const [silent, answered, snoozed] = (await waiting(id, queue, 3)) as [TicketRow, TicketRow, TicketRow]
    const byHand = await makeTicket(id, { queue, user: one.user, status: 'open' })
    await distribute(id)
    expect(await receivers([silent, answered])).toEqual([one.user.id, one.user.id])
    await storeMessage(await now(answered), {
      ...{ id: crypto.randomUUID(), whatsappMessageId: crypto.randomUUID(), fromMe: true, origin: 'attendant' },
      ...{ body: 'Bom dia', user: { id: one.user.id, name: 'Ana' } },
    } as never)
    const [takeBack] = await timers(id, 'takeBack')
    // Online: it looks again later, and takes nothing.
    await fire(takeBack!, Date.now())
    expect(await receivers([silent])).toEqual([one.user.id])
    await goOffline(one.user, 9 * MINUTE)
    await fire(takeBack!, Date.now())
    expect(await receivers([silent])).toEqual([one.user.id])
    await goOffline(one.user)
    await comeOnline(two.user)
    await Promise.all([fire(takeBack!, Date.now()), fire(takeBack!, Date.now())])
    expect(await now(silent)).toMatchObject({ status: 'pending', user: null, givenAt: null })
    expect(await receivers([answered, byHand])).toEqual([one.user.id, one.user.id])
    await distribute(id)
    expect(await receivers([silent, snoozed])).toEqual([two.user.id, two.user.id])
    const history = (await call(ticketsLog.list, { as: admin, params: { ticketId: silent.id } })).body
    expect(history.map(({ type }) => type)).toEqual(['create', 'distributed', 'returned', 'distributed'])
    expect(history[2]).toMatchObject({ user: { id: one.user.id }, queue: { id: queue.id } })
    expect((await logOf(admin, queue)).map(({ reason }) => reason)).toContain('returned')
  })

  it('also returns when the user is deleted, by the job that returns everything', async () => {
    const { id } = await makeCompany()
    const queue = await queueOf(id)
    const [one] = (await attendants(id, [queue.id], 1)) as [TestUser]
    const [ticket] = (await waiting(id, queue, 1)) as [TicketRow]
    await distribute(id)
    await goOffline(one.user)
    const [takeBack] = await timers(id, 'takeBack')
    await changeTicket(id, ticket.id, () => ({ set: { user: { id: crypto.randomUUID(), name: 'Outra' } } }))
    await fire(takeBack!, Date.now())
    expect(await now(ticket)).toMatchObject({ status: 'open', givenAt: null })
  })
})

describe('access', () => {
  it('to the log is the admins’, to the pause one’s own', async () => {
    const { id, admin } = await makeCompany()
    const queue = await queueOf(id)
    const [one, two] = (await attendants(id, [queue.id], 2)) as [TestUser, TestUser]
    const stranger = (await makeCompany()).admin
    const params = { id: queue.id }
    expect((await call(distribution.decisions, { as: one, params })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(distribution.decisions, { as: stranger, params })).error).toBe('ERR_NO_QUEUE_FOUND')
    const pause = (as: TestUser, who: TestUser) =>
      call(distribution.pause, { as, params: { id: who.user.id }, body: { paused: true } })
    expect((await pause(one, two)).error).toBe('ERR_NO_PERMISSION')
    expect((await pause(stranger, two)).error).toBe('ERR_NO_USER_FOUND')
    expect((await pause(admin, two)).body.paused).toBe(true)
    const wrong = [{ distribution: 'random' }, { maxOpenTickets: 0 }, { maxOpenTickets: 1.5 }, { maxOpenTickets: '3' }]
    for (const body of wrong)
      expect((await call(queues.update, { as: admin, params, body: body as never })).error).toBe('ERR_VALIDATION')
  })
})

it.skipIf(!targetHas('metering'))('a company whose queues are by hand pays nothing', async () => {
  const { id } = await makeCompany()
  const manual = await makeQueue(id)
  const cost = async (queue: QueueRow | null) => {
    const contact = await makeContact(id)
    return (await metered(() => makeTicket(id, { contact, queue }))).units
  }
  await makeTicket(id, { queue: manual })
  expect(await cost(manual)).toEqual(await cost(manual))
  expect(await timers(id, 'distribute', 'takeBack')).toEqual([])
  expect(NONE).toBe('none')
})

it('why tickets wait is said of the queue as it is, and of none that is gone or distributes otherwise', async () => {
  const { id } = await makeCompany()
  const read = await queueOf(id)
  const { name } = await changeQueue(id, read, { name: crypto.randomUUID() })
  const held = await setHeld(id, read, 'noRoom', [])
  expect(held).toMatchObject({ name, held: 'noRoom' })
  const manual = await changeQueue(id, held!, { distribution: 'manual', held: null })
  expect(await setHeld(id, read, 'noneAvailable', [])).toBeUndefined()
  expect(await getQueue(id, read.id, true)).toMatchObject({ distribution: 'manual', held: null })
  await deleteQueue(id, manual)
  expect(await setHeld(id, read, 'noneAvailable', [])).toBeUndefined()
  expect(await getQueue(id, read.id, true)).toBeUndefined()
})
