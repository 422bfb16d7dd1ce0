import { views } from '@balcao/shared/api/tickets/views.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, type TestUser } from '../../../../test/harness.ts'
import { killAtCall } from '../../../../test/kill-at-call.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import type { ApiCall } from '../../../../test/take-message.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { fillView } from '../../../workers/jobs/fill-view.ts'
import { fire } from '../../../workers/timers/handler.ts'

const filter = { priority: ['urgent' as const] }

let gate: Gate
let companyId: string
let admin: TestUser
let ticketId: string
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())
beforeEach(async () => {
  ;({ id: companyId, admin } = await makeCompany())
  ticketId = (await makeTicket(companyId)).id
  await changeTicket(companyId, ticketId, () => ({ set: { priority: 'urgent' }, touch: false }))
})

/** Makes a call in a process that ends right behind its transaction. */
async function killed(method: string, path: string, body?: object): Promise<void> {
  const api: ApiCall = { method, path, token: admin.token, ...(body ? { body } : {}) }
  gate.sent()
  expect(await killAtCall(gate, { nth: 1, moment: 'after', operation: 'TransactWriteItems' }, 'api', api)).toBe(true)
  expect(jobs()).toEqual([])
}
const jobs = () => gate.sent().flatMap(job => (job.type === 'fillView' && !job.again ? [job] : []))
async function work(): Promise<number> {
  const sent = jobs()
  for (const job of sent) await fillView(job)
  return sent.length
}
/** Fires the timer of the view that stands to be looked at, of two minutes the later one. */
async function look(): Promise<void> {
  const minute = minuteOf(Date.now())
  const armed = (await Promise.all([0, 1, 2, 3].map(ahead => timersOf(minute + ahead)))).flat()
  const due = armed.flatMap(({ timer }) =>
    timer.type === 'followView' && timer.companyId === companyId ? [timer] : [],
  )
  expect(due.length).toBeGreaterThan(0)
  for (const timer of due.slice(-1)) await fire(timer, timer.dueAt)
}
const only = async () => (await call(views.listAll, { as: admin })).body[0]!
const indexes = async () => (await requireTicket(companyId, ticketId)).views ?? []
const make = () => killed('POST', '/views', { name: 'Urgentes', filter })

describe('of a process that ends right behind the change of a view', { timeout: 120_000 }, () => {
  it('a new one is filled all the same', async () => {
    await make()
    expect(await only()).toMatchObject({ ready: false, count: 0 })
    await look()
    expect(await work()).toBe(1)
    expect(await only()).toMatchObject({ ready: true, count: 1 })
    // One that was filled is not filled again.
    await look()
    expect(await work()).toBe(0)
  })

  it('a new one is filled when it is saved again, or another one has its filter', async () => {
    await make()
    const { id } = await only()
    expect((await call(views.update, { as: admin, params: { id }, body: { name: 'Urgente', filter } })).status).toBe(
      200,
    )
    expect(jobs()).toHaveLength(1)
    expect((await call(views.create, { as: admin, body: { name: 'Outra', filter } })).body.ready).toBe(false)
    expect(await work()).toBe(1)
    expect((await call(views.get, { as: admin, params: { id } })).body).toMatchObject({ ready: true, count: 1 })
  })

  it('a deleted one leaves no copies', async () => {
    const { id } = (await call(views.create, { as: admin, body: { name: 'Urgentes', filter } })).body
    await work()
    await look()
    expect(await indexes()).toHaveLength(1)
    await killed('DELETE', `/views/${id}`)
    expect((await call(views.listAll, { as: admin })).body).toEqual([])
    await look()
    expect(await work()).toBe(1)
    expect(await indexes()).toEqual([])
  })
})
