import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { kanban } from '@balcao/shared/api/tickets/kanban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makePlan, makeUser, type TestUser } from '../../../../test/harness.ts'
import { changeCompany, createCompany } from '../../../data/company/company.ts'
import { removePlan } from '../../../data/company/plan.ts'
import { companiesOfPlan } from '../../../data/company/plan-use.ts'
import { publishPlan } from '../../../workers/jobs/publish-plan.ts'

let root: TestUser
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  root = await makeUser((await makeCompany()).id, { super: true })
})
afterAll(() => gateway.close())

const bodyOf = async (name = crypto.randomUUID().slice(0, 30)) => {
  const { id: _, ...plan } = await makePlan()
  return { ...plan, name, value: 49.9 }
}
const create = async (name?: string) => call(plans.create, { as: root, body: await bodyOf(name) })
const remove = (id: string) => call(plans.remove, { as: root, params: { id } })

describe('plans', () => {
  it('are made, changed and deleted by super users', async () => {
    const made = await create()
    expect([made.status, made.body.value]).toEqual([201, 49.9])
    const { id } = made.body
    const changed = await call(plans.update, { as: root, params: { id }, body: { value: 59.99, useSales: false } })
    expect(changed.body).toEqual({ ...made.body, value: 59.99, useSales: false })
    expect((await call(plans.list)).body).toContainEqual(changed.body)
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(204)
    expect((await call(plans.get, { as: root, params: { id } })).error).toBe('ERR_NO_PLAN_FOUND')
    expect((await call(plans.update, { as: root, params: { id }, body: { value: 1 } })).error).toBe('ERR_NO_PLAN_FOUND')
  })

  it('have a name each, whatever its case and accents, also among many that are made at once', async () => {
    const name = `Ágil ${crypto.randomUUID().slice(0, 20)}`
    const both = await Promise.all([create(name), create(name.toLowerCase().replace('á', 'a'))])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.error).toBe('ERR_PLAN_ALREADY_EXISTS')
    const other = (await create()).body
    const renamed = await call(plans.update, { as: root, params: { id: other.id }, body: { name } })
    expect(renamed.error).toBe('ERR_PLAN_ALREADY_EXISTS')
    expect((await create('básico')).error).toBe('ERR_PLAN_ALREADY_EXISTS')
    // A name that is given up is free again.
    const own = both.find(({ status }) => status === 201)!.body
    await call(plans.update, { as: root, params: { id: own.id }, body: { name: crypto.randomUUID().slice(0, 20) } })
    expect((await call(plans.update, { as: root, params: { id: other.id }, body: { name } })).status).toBe(200)
  })

  it.each([
    { name: 'x' },
    { users: 0 },
    { users: 1.5 },
    { connections: -1 },
    { queues: 1e9 },
    { value: -1 },
    { value: 1.001 },
    { useSales: 'enabled' },
  ])('are refused with %o', async wrong => {
    const before = (await create()).body
    const answer = await call(plans.update, { as: root, params: { id: before.id }, body: wrong as object })
    expect(answer.error).toBe('ERR_VALIDATION')
    expect((await call(plans.get, { as: root, params: { id: before.id } })).body).toEqual(before)
  })

  it('are not deleted while a company has them', async () => {
    const company = await makeCompany()
    const other = await makePlan()
    expect((await remove(company.planId)).error).toBe('ERR_PLAN_IN_USE')
    await changeCompany(company.id, { planId: other.id })
    expect(await companiesOfPlan(other.id, 10)).toEqual([company.id])
    expect((await remove(company.planId)).status).toBe(204)
    expect((await remove(other.id)).error).toBe('ERR_PLAN_IN_USE')
    await expect(changeCompany(company.id, { planId: company.planId })).rejects.toThrow('ERR_NO_PLAN_FOUND')
  })

  it('are not given while they are deleted', async () => {
    for (let round = 0; round < 4; round++) {
      const plan = await makePlan()
      const company = await makeCompany()
      const [moved, gone] = await Promise.allSettled([
        changeCompany(company.id, { planId: plan.id }),
        removePlan(plan.id),
      ])
      expect([moved.status, gone.status].sort()).toEqual(['fulfilled', 'rejected'])
      const own = await call(companies.getPlan, { as: company.admin, params: { companyId: company.id } })
      expect(own.status).toBe(200)
    }
  })

  it('are none for a company that signs up with one that was deleted', async () => {
    const plan = await makePlan()
    await removePlan(plan.id)
    const name = crypto.randomUUID()
    const given = { id: name, name, email: `${name}@example.com`, phone: '11999990000', planId: plan.id }
    const admin = {
      id: crypto.randomUUID(),
      name: 'Ana',
      email: given.email,
      passwordHash: 'x',
      profile: 'admin' as const,
    }
    await expect(
      createCompany({ ...given, dueDate: new Date().toISOString(), trialExpiration: null }, admin),
    ).rejects.toThrow('ERR_NO_PLAN_FOUND')
  })
})

describe('a change of a plan', () => {
  it('counts for the next call, and is published to the browsers of those who have it', async () => {
    const company = await makeCompany({ plan: { useKanban: false } })
    const stranger = await makeCompany()
    const readBoard = () => call(kanban.board, { as: company.admin, query: {} })
    expect((await readBoard()).error).toBe('ERR_PLAN_FEATURE')
    const [own, other] = [await gateway.open(company.admin), await gateway.open(stranger.admin)]
    await call(plans.update, { as: root, params: { id: company.planId }, body: { useKanban: true } })
    expect((await readBoard()).status).toBe(200)
    await publishPlan({ planId: company.planId })
    await expect
      .poll(() =>
        own.received.filter(({ event }) => event === `company-${company.id}-plan`).map(({ payload }) => payload),
      )
      .toMatchObject([{ action: 'update', plan: { useKanban: true } }])
    expect(other.received.filter(({ event }) => event.endsWith('-plan'))).toEqual([])
  })

  it('to a lower limit leaves what there is, and lets nothing more be made', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { planId } = company
    const make = (n: number) =>
      call(users.create, {
        as,
        body: { name: `Bia ${n}`, email: `${crypto.randomUUID()}@example.com`, password: 'Secret12', profile: 'user' },
      })
    expect((await make(1)).status).toBe(201)
    await call(plans.update, { as: root, params: { id: planId }, body: { users: 1 } })
    expect((await make(2)).error).toBe('ERR_PLAN_LIMIT')
    expect((await call(users.list, { as })).body.users).toHaveLength(2)
  })

  it('is held when many are made at once', async () => {
    const company = await makeCompany({ plan: { queues: 3 } })
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call(queue.create, {
          as: company.admin,
          body: { name: `Fila ${n}`, color: `#00000${n}`, greetingMessage: 'Oi' },
        }),
      ),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(made.filter(({ error }) => error === 'ERR_PLAN_LIMIT')).toHaveLength(5)
  })
})
