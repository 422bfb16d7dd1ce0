import { goals } from '@balcao/shared/api/company/goals.ts'
import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makePlan, makeUser, type TestUser } from '../../../../test/harness.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { closedOnDays } from '../../../data/reports/day-counter.ts'
import { changeTicket, findLiveTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { handler } from '../../../workers/inbound/handler.ts'
import { fire } from '../../../workers/timers/handler.ts'

const MINUTE = 60_000

let fixture: Fixture
let admin: TestUser

beforeEach(async () => {
  const planId = (await makePlan()).id
  fixture = await makeFixture({ planId, queues: [{ name: 'Vendas' }, { name: 'Suporte' }] } as never)
  admin = await makeUser(fixture.companyId, { profile: 'admin' })
})

const makeGoal = async (given: object = {}) => {
  const body = { name: crypto.randomUUID().slice(0, 8), firstAnswerMinutes: 15, resolutionMinutes: 60, ...given }
  const answer = await call(goals.create, { as: admin, body })
  expect(answer.status).toBe(201)
  return answer.body
}

const write = async (body = 'oi'): Promise<TicketRow> => {
  expect(await handler(batchOf([inbound(fixture, { body })]))).toEqual({ batchItemFailures: [] })
  const contact = await findContactByNumber(fixture.companyId, fixture.number)
  return (await findLiveTicket(fixture.companyId, fixture.connectionId, contact!.id))!
}
const now = ({ companyId, id }: TicketRow) => requireTicket(companyId, id)
const set = (
  ticket: TicketRow,
  change: Parameters<typeof changeTicket>[2] extends (now: never) => infer R
    ? NonNullable<R>['set' & keyof NonNullable<R>]
    : never,
) => changeTicket(ticket.companyId, ticket.id, () => ({ set: change }))
const dueTimers = async (ticket: TicketRow, at: number): Promise<Timer[]> =>
  (await timersOf(minuteOf(at))).flatMap(({ timer }) =>
    timer.type === 'goalDue' && timer.ticketId === ticket.id ? [timer] : [],
  )
const answer = async (ticket: TicketRow) => {
  const user = { id: admin.user.id, name: admin.user.name }
  const current = await now(ticket)
  await sendMessage({ companyId: ticket.companyId }, {
    ticket: current,
    content: { kind: 'text', body: 'Bom dia' },
    origin: 'attendant',
    user,
  } as never)
}

describe('service goals', () => {
  it('count from the opening of a ticket, and are met by a person’s first answer and its end', async () => {
    await makeGoal()
    const ticket = await write()
    const [first, end] = ticket.goals!
    expect(first).toMatchObject({
      kind: 'firstAnswer',
      startedAt: ticket.createdAt,
      dueAt: ticket.createdAt + 15 * MINUTE,
      metAt: null,
    })
    expect(end).toMatchObject({ kind: 'resolution', dueAt: ticket.createdAt + 60 * MINUTE })
    expect(await dueTimers(ticket, first!.dueAt)).toHaveLength(1)
    await set(ticket, { status: 'open', user: { id: admin.user.id, name: admin.user.name } })
    expect((await now(ticket)).goals![0]!.metAt).toBeNull()
    await answer(ticket)
    const met = (await now(ticket)).goals![0]!.metAt
    expect(met).toBeGreaterThanOrEqual(ticket.createdAt)
    await answer(ticket)
    expect((await now(ticket)).goals![0]!.metAt).toBe(met)
    await set(ticket, { status: 'closed' })
    expect((await now(ticket)).goals!.map(({ metAt, breachedAt }) => [metAt !== null, breachedAt])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  it('are missed at the moment they are due, which rules are told once', async () => {
    await makeGoal()
    await call(rules.create, {
      as: admin,
      body: { name: 'Atraso', event: 'goal.breached', active: true, actions: [{ type: 'note', text: 'Atrasado' }] },
    })
    const ticket = await write()
    const { dueAt } = ticket.goals![0]!
    const due = { type: 'goalDue', companyId: ticket.companyId, ticketId: ticket.id, dueAt } as const
    await fire(due, dueAt - 1)
    expect((await now(ticket)).goals![0]!.breachedAt).toBeNull()
    for (let i = 0; i < 2; i++) await fire(due, dueAt + 500)
    const late = await now(ticket)
    expect(late.goals!.map(({ breachedAt }) => breachedAt)).toEqual([dueAt, null])
    expect(late.updatedAt).toBe(ticket.updatedAt)
    expect(await dueTimers(ticket, late.goals![1]!.dueAt)).toHaveLength(1)
    const minute = minuteOf(Date.now())
    const told = (await Promise.all([minute, minute + 1, minute + 2].map(timersOf)))
      .flat()
      .filter(({ timer }) => timer.type === 'runRules' && timer.ticketId === ticket.id)
    expect(told).toMatchObject([{ timer: { event: 'goal.breached', goal: 'firstAnswer' } }])
    await answer(ticket)
    expect((await now(ticket)).goals![0]).toMatchObject({ breachedAt: dueAt, metAt: expect.any(Number) })
  })

  it('count on the day of the closing, and a reopening takes that back', async () => {
    await makeGoal()
    const ticket = await write()
    const shown = async () => {
      const today = localDay(Date.now(), 'America/Sao_Paulo')
      const [sum] = await closedOnDays(fixture.companyId, today, today)
      const { answeredInTime = 0, answeredLate = 0, resolvedInTime = 0, resolvedLate = 0 } = sum ?? {}
      return { answeredInTime, answeredLate, resolvedInTime, resolvedLate }
    }
    const nothing = { answeredInTime: 0, answeredLate: 0, resolvedInTime: 0, resolvedLate: 0 }
    await fire({ type: 'goalDue', companyId: ticket.companyId, ticketId: ticket.id, dueAt: 0 }, ticket.goals![0]!.dueAt)
    expect(await shown()).toEqual(nothing)
    await set(ticket, { status: 'closed' })
    expect(await shown()).toEqual({ ...nothing, answeredLate: 1, resolvedInTime: 1 })
    await set(ticket, { status: 'pending' })
    expect(await shown()).toEqual(nothing)
  })

  it.each([
    ['answered', true],
    ['not answered', false],
  ])('go on as they were when the closing of a ticket that was %s is taken back at once', async (_, isAnswered) => {
    await makeGoal()
    const ticket = await write()
    const update = async (body: object) =>
      expect((await call(tickets.update, { as: admin, params: { id: ticket.id }, body })).status).toBe(200)
    await update({ status: 'open', userId: admin.user.id })
    if (isAnswered) await answer(ticket)
    const { goals: were, openedAt, answeredAt, servedAt } = await now(ticket)
    expect(were!.map(({ metAt }) => metAt !== null)).toEqual([isAnswered, false])
    await update({ status: 'closed', sendFarewell: false })
    await update({ status: 'open', userId: admin.user.id })
    // It is no reopening for the reports either, which `openedAt` says.
    const after = { status: 'open', goals: were, openedAt, answeredAt, servedAt, closedAt: null }
    expect(await now(ticket)).toMatchObject(after)
  })

  it('move with queue and priority from the same start, and begin anew with a reopening', async () => {
    const [sales] = fixture.queues
    await makeGoal()
    await makeGoal({ queueId: sales!.id, firstAnswerMinutes: 5, resolutionMinutes: null })
    await makeGoal({ priority: 'urgent', firstAnswerMinutes: 2, resolutionMinutes: 10 })
    const ticket = await write()
    const minutes = async () => (await now(ticket)).goals!.map(({ dueAt, startedAt }) => (dueAt - startedAt) / MINUTE)
    expect(await minutes()).toEqual([15, 60])
    await set(ticket, { queue: { id: sales!.id, name: sales!.name, color: '#000000' } })
    expect(await minutes()).toEqual([5, 60])
    await set(ticket, { queue: null })
    await call(tickets.update, { as: admin, params: { id: ticket.id }, body: { priority: 'urgent' } })
    expect(await minutes()).toEqual([2, 10])
    await set(ticket, { status: 'closed' })
    // Nobody had answered.
    expect((await now(ticket)).goals!.map(({ kind }) => kind)).toEqual(['resolution'])
    await set(ticket, { status: 'pending' })
    const again = await now(ticket)
    expect(again.goals!.map(({ startedAt }) => startedAt)).toEqual([again.openedAt, again.openedAt])
    expect(again.openedAt).toBeGreaterThan(ticket.createdAt)
  })

  it('are on the wire with their times, and nowhere without a goal', async () => {
    const goal = await makeGoal({ resolutionMinutes: null })
    const ticket = await write()
    const shown = (await call(tickets.get, { as: admin, params: { id: ticket.id } })).body.goals
    const at = (ms: number) => new Date(ms).toISOString()
    expect(shown).toEqual([
      {
        kind: 'firstAnswer',
        warnAt: at(ticket.createdAt + 11.25 * MINUTE),
        dueAt: at(ticket.createdAt + 15 * MINUTE),
        breachedAt: null,
        metAt: null,
      },
    ])
    await call(goals.remove, { as: admin, params: { id: goal.id } })
    await set(ticket, { status: 'closed' })
    await set(ticket, { status: 'pending' })
    expect((await now(ticket)).goals ?? []).toEqual([])
  })

  it.each([
    ['no time', { firstAnswerMinutes: null, resolutionMinutes: null }, 422, 'ERR_GOAL_WITHOUT_TIME'],
    ['no whole minutes', { firstAnswerMinutes: 1.5 }, 400, 'ERR_VALIDATION'],
    ['no minute at all', { firstAnswerMinutes: 0 }, 400, 'ERR_VALIDATION'],
    ['an unknown priority', { priority: 'asap' }, 400, 'ERR_VALIDATION'],
    ['a queue that does not exist', { queueId: newId() }, 404, 'ERR_NO_QUEUE_FOUND'],
  ])('refuse %s', async (_, given, status, error) => {
    const body = { name: 'Meta', firstAnswerMinutes: 15, ...given }
    const refused = await call(goals.create, { as: admin, body: body as never })
    expect([refused.status, refused.error]).toEqual([status, error])
    const made = await makeGoal({ name: 'Outra' })
    const changed = await call(goals.update, {
      as: admin,
      params: { id: made.id },
      body: { resolutionMinutes: null, ...given } as never,
    })
    expect([changed.status, changed.error]).toEqual([status, error])
  })

  it('are the company’s own: another one neither sees nor changes them', async () => {
    const goal = await makeGoal()
    const { admin: other } = await makeCompany()
    expect((await call(goals.get, { as: other, params: { id: goal.id } })).error).toBe('ERR_NO_GOAL_FOUND')
    expect((await call(goals.listAll, { as: other })).body).toEqual([])
    const attendant = await makeUser(fixture.companyId)
    expect((await call(goals.listAll, { as: attendant })).body).toHaveLength(1)
    expect((await call(goals.remove, { as: attendant, params: { id: goal.id } })).status).toBe(403)
  })
})
