/** Monthly limits of a plan for campaigns and scheduled messages, also under parallel calls. */
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { countMonthlyUse, MONTHLY_REFUSALS, monthlyUse } from '../../../data/company/monthly-use.ts'
import { getPlan } from '../../../data/company/plan.ts'
import { transact } from '../../../data/table/transact.ts'

afterEach(() => vi.useRealTimers())

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

async function scene(plan: Partial<Plan>) {
  const company = await makeCompany({ plan })
  const { id: whatsappId } = await makeWhatsapp(company.id, { isDefault: true })
  const contact = await makeContact(company.id)
  const as = company.admin
  const { id: contactListId } = (await call(contactLists.create, { as, body: { name: 'Clientes' } })).body
  await call(contactListItems.create, { as, body: { contactListId, name: 'Maria', number: contact.number, email: '' } })
  const campaign = { name: 'Natal', message1: 'Olá', whatsappId, contactListId }
  const made = async (kind: 'campaigns' | 'schedules') => (await monthlyUse(company.id, kind)).used
  return { company, made, makers: makersOf(company, contact.id, campaign) }
}

const makersOf = ({ admin: as }: TestCompany, contactId: string, campaign: object) => ({
  campaigns: (body = campaign) => call(campaigns.create, { as, body: body as never }),
  schedules: (body: object = { body: 'Bom dia', contactId, sendAt: inADay() }) =>
    call(schedules.create, { as, body: body as never }),
})

const KINDS = ['campaigns', 'schedules'] as const

describe.each(KINDS)('%s of a month', kind => {
  it('are never more than the plan allows, though many are made at once', async () => {
    const { makers, made } = await scene({ [kind]: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => makers[kind]()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status, error }) => status === 422 && error === 'ERR_PLAN_LIMIT')).toHaveLength(5)
    expect(await made(kind)).toBe(3)
  })

  it('are none at 0, any number at null, and each kind counts for itself', async () => {
    const none = await scene({ [kind]: 0 })
    expect(await none.makers[kind]()).toMatchObject({ status: 422, error: 'ERR_PLAN_LIMIT' })
    expect([await none.made('campaigns'), await none.made('schedules')]).toEqual([0, 0])
    const other = KINDS.find(each => each !== kind)!
    expect((await none.makers[other]()).status).toBe(201)
    const free = await scene({ [kind]: null })
    for (let i = 0; i < 3; i++) expect((await free.makers[kind]()).status).toBe(201)
    // Counted all the same, for the day the plan has a limit.
    expect(await free.made(kind)).toBe(3)
  })

  it('are counted by what was made: a refused call is none, a deleted one is', async () => {
    const { makers, made, company } = await scene({ [kind]: 2 })
    const wrong = { name: 'Natal', scheduledAt: '2020-01-01T00:00:00.000Z', sendAt: '2020-01-01T00:00:00.000Z' }
    expect((await makers[kind](wrong)).status).toBeGreaterThanOrEqual(400)
    expect(await made(kind)).toBe(0)
    const { body } = await makers[kind]()
    const routes = { campaigns, schedules }
    await call(routes[kind].remove, { as: company.admin, params: { id: (body as { id: string }).id } })
    expect((await makers[kind]()).status).toBe(201)
    expect((await makers[kind]()).error).toBe('ERR_PLAN_LIMIT')
  })

  it('begin anew with the month of the company’s own zone', async () => {
    const { company } = await scene({})
    const makeAt = async (now: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
      await transact([await countMonthlyUse(company.id, kind, 1, 1)], MONTHLY_REFUSALS)
    }
    await makeAt('2031-06-30T20:00:00Z')
    // In São Paulo it is still June.
    await expect(makeAt('2031-07-01T01:00:00Z')).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT' })
    await makeAt('2031-07-01T04:00:00Z')
  })
})

describe('the limits of a month of a plan', () => {
  it('are set, changed and taken away by super users, and stay where a change does not name them', async () => {
    const { company } = await scene({})
    const as = await makeUser(company.id, { super: true })
    const params = { id: company.plan.id }
    const update = (body: object) => call(plans.update, { as, params, body: body as never })
    expect((await update({ campaigns: 4, schedules: 0 })).body).toMatchObject({ campaigns: 4, schedules: 0 })
    expect((await update({ value: 12 })).body).toMatchObject({ campaigns: 4, schedules: 0, value: 12 })
    expect((await update({ schedules: null })).body).toMatchObject({ campaigns: 4, schedules: null })
    expect(await getPlan(company.plan.id, true)).toMatchObject({ campaigns: 4, schedules: null })
    for (const wrong of [{ campaigns: -1 }, { schedules: 1.5 }, { campaigns: '3' }, { schedules: 1_000_001 }])
      expect((await update(wrong)).error).toBe('ERR_VALIDATION')
    expect(await getPlan(company.plan.id, true)).toMatchObject({ campaigns: 4, schedules: null })
  })
})
