import { settings } from '@balcao/shared/api/company/settings.ts'
import { views } from '@balcao/shared/api/tickets/views.ts'
import { idFromDigest } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../test/gate.ts'
import { call, makeCompany } from '../../test/harness.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { fillView } from '../workers/jobs/fill-view.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('views of a day show and count its tickets in the time zone that the company has now', async () => {
  const { id: companyId, admin } = await makeCompany()
  const day = '2026-03-11'
  const filter = { status: ['pending' as const], date: { from: day, to: day } }
  const made = await call(views.create, { as: admin, body: { name: 'De um dia', filter } })
  expect(made.status).toBe(201)
  await call(views.create, { as: admin, body: { name: 'Urgentes', filter: { priority: ['urgent'] } } })
  const work = async () => {
    const jobs = gate.sent().flatMap(job => (job.type === 'fillView' && !job.again ? [job] : []))
    for (const job of jobs) await fillView(job)
    return jobs.length
  }
  expect(await work()).toBe(2)
  // 23:30 of the day before in São Paulo, half an hour after midnight in Noronha.
  await makeTicket(companyId, {
    id: idFromDigest(Date.parse('2026-03-11T02:30:00Z'), crypto.getRandomValues(new Uint8Array(10))),
  })
  const count = async () => (await call(views.get, { as: admin, params: { id: made.body.id } })).body.count
  const move = async (value: string) => {
    const moved = await call(settings.update, { as: admin, params: { key: 'timezone' }, body: { value } })
    expect(moved.status).toBe(200)
    // That of the other view needs none.
    expect(await work()).toBe(1)
  }
  expect(await count()).toBe(0)
  await move('America/Noronha')
  expect(await count()).toBe(1)
  await move('America/Sao_Paulo')
  expect(await count()).toBe(0)
})
