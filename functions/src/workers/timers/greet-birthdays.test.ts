import { settings } from '@balcao/shared/api/company/settings.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { congratulationMoment, nextCongratulation } from '@balcao/shared/rules/sales/birthday.ts'
import { describe, expect, it } from 'vitest'
import { makeOfficialSender } from '../../../test/campaign-fixture.ts'
import { call, makeCompany, makeWhatsapp, type TestCompany } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { setConnectionState } from '../../data/channels/whatsapp.ts'
import { savePlan } from '../../data/company/plan.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { bornOn } from '../../data/customers/birthday.ts'
import { changeCustomer } from '../../data/customers/customer.ts'
import { linkWrite } from '../../data/customers/customer-row.ts'
import { transact } from '../../data/table/transact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { findLiveTicket } from '../../data/tickets/ticket.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { fire } from './handler.ts'

const ZONE = 'America/Sao_Paulo'
const TEXT = 'Feliz aniversário, {{firstName}}.'

type Status = 'CONNECTED' | 'DISCONNECTED'

async function shop(status: Status = 'CONNECTED') {
  const company = await makeCompany()
  const connection = await makeWhatsapp(company.id, { status, isDefault: true })
  await saveSetting(company.id, 'birthdayMessage', TEXT)
  return { ...company, connection }
}
type Shop = Awaited<ReturnType<typeof shop>>

async function customer(company: TestCompany, birthday: string | null): Promise<string> {
  const as = company.admin
  const portfolio = await call(portfolios.create, { as, body: { name: newId(), userId: as.user.id } })
  const body = { document: newCpf(), fullName: 'Maria Andrade', email: 'maria@example.com', birthday }
  return (await call(customers.create, { as, body: { ...body, portfolioId: portfolio.body.id } })).body.id
}

/** Linked as an attendant would. */
async function linked({ id: companyId }: Shop, customerId: string): Promise<string> {
  const contact = await makeContact(companyId, { name: 'Mari' })
  await changeContact(companyId, contact.id, { customerId })
  const { id, name, number } = contact
  await transact([linkWrite(companyId, customerId, { id, name, number })])
  return id
}

const greet = (companyId: string, customerId: string, day: string): Timer => ({
  type: 'greetCustomer',
  companyId,
  customerId,
  day,
  dueAt: congratulationMoment(day, ZONE),
})
const round = (companyId: string, day: string): Timer => ({
  type: 'greetBirthdays',
  companyId,
  day,
  dueAt: congratulationMoment(day, ZONE),
})
const due = (timer: Timer) => fire(timer, timer.dueAt)
async function written({ id, connection }: Shop, contactId: string): Promise<string[]> {
  const ticket = await findLiveTicket(id, connection.id, contactId)
  return ticket ? (await listMessages(id, ticket.id, { limit: 10 })).map(({ body }) => body) : []
}
const armed = async (companyId: string, at: number) =>
  (await timersOf(minuteOf(at))).map(({ timer }) => timer).filter(timer => timer.companyId === companyId)
async function born(companyId: string, day: string): Promise<string[]> {
  const ids: string[] = []
  for await (const id of bornOn(companyId, day)) ids.push(id)
  return ids
}

describe('birthdays', () => {
  it('are found by the day of the year, also when they change, and go with their customer', async () => {
    const company = await shop()
    const [one, leap] = [await customer(company, '1988-03-14'), await customer(company, '1992-02-29')]
    await customer(company, null)
    expect(await born(company.id, '2031-03-14')).toEqual([one])
    expect(await born(company.id, '2031-02-28')).toEqual([leap])
    expect(await born(company.id, '2032-02-28')).toEqual([])
    await changeCustomer(company.id, one, { birthday: '1988-03-15' })
    expect([await born(company.id, '2031-03-14'), await born(company.id, '2031-03-15')]).toEqual([[], [one]])
    await changeCustomer(company.id, one, { birthday: null })
    expect(await born(company.id, '2031-03-15')).toEqual([])
    await call(customers.remove, { as: company.admin, params: { id: leap } })
    expect(await born(company.id, '2032-02-29')).toEqual([])
  })

  it('are looked for each day at nine while there is a text', async () => {
    const company = await shop()
    const one = await customer(company, '1988-03-14')
    await due(round(company.id, '2031-03-14'))
    const at = congratulationMoment('2031-03-14', ZONE)
    expect(await armed(company.id, at)).toEqual([greet(company.id, one, '2031-03-14')])
    const next = round(company.id, '2031-03-15')
    expect(await armed(company.id, next.dueAt)).toEqual([next])
    await saveSetting(company.id, 'birthdayMessage', '')
    await due(next)
    expect(await armed(company.id, congratulationMoment('2031-03-16', ZONE))).toEqual([])
  })

  it('begin with the text, at the next nine o’clock', async () => {
    const company = await makeCompany()
    const body = { value: TEXT }
    await call(settings.update, { as: company.admin, params: { key: 'birthdayMessage' }, body })
    const { day, dueAt } = nextCongratulation(Date.now(), ZONE)
    expect(await armed(company.id, dueAt)).toEqual([round(company.id, day)])
    const long = await call(settings.update, {
      as: company.admin,
      params: { key: 'birthdayMessage' },
      body: { value: 'x'.repeat(4097) },
    })
    expect(long.error).toBe('ERR_VALIDATION')
  })

  it('of days a clock stood still are let pass; the next day is not', async () => {
    const company = await shop()
    await customer(company, '1988-03-14')
    await fire(round(company.id, '2031-03-14'), congratulationMoment('2031-03-16', ZONE))
    expect(await armed(company.id, congratulationMoment('2031-03-14', ZONE))).toEqual([])
    const next = round(company.id, '2031-03-17')
    expect(await armed(company.id, next.dueAt)).toEqual([next])
  })
})

describe('a customer', () => {
  it('is congratulated once a year at the contact that is linked, by name', async () => {
    const company = await shop()
    const id = await customer(company, '1988-03-14')
    const contactId = await linked(company, id)
    await Promise.all([1, 2, 3].map(() => due(greet(company.id, id, '2031-03-14'))))
    await due(greet(company.id, id, '2031-03-14'))
    expect(await written(company, contactId)).toEqual(['Feliz aniversário, Maria.'])
    await due(greet(company.id, id, '2032-03-14'))
    expect(await written(company, contactId)).toHaveLength(2)
  })

  it('is not on another day, without a contact, or without a text', async () => {
    const company = await shop()
    const id = await customer(company, '1988-03-14')
    await due(greet(company.id, id, '2031-03-14'))
    const contactId = await linked(company, id)
    await due(greet(company.id, id, '2031-03-15'))
    await fire(greet(company.id, id, '2031-03-14'), congratulationMoment(addDays('2031-03-14', 1), ZONE))
    await saveSetting(company.id, 'birthdayMessage', ' ')
    await due(greet(company.id, id, '2031-03-14'))
    expect(await written(company, contactId)).toEqual([])
  })

  it('waits for the connection, as long as it is the day', async () => {
    const company = await shop('DISCONNECTED')
    const id = await customer(company, '1988-03-14')
    const contactId = await linked(company, id)
    const timer = greet(company.id, id, '2031-03-14')
    await due(timer)
    expect(await written(company, contactId)).toEqual([])
    const again = { ...timer, dueAt: timer.dueAt + 300_000 }
    expect(await armed(company.id, again.dueAt)).toEqual([again])
    await setConnectionState(company.id, company.connection.id, { status: 'CONNECTED', qrcode: '', retries: 0 }, 1)
    await due(again)
    expect(await written(company, contactId)).toEqual(['Feliz aniversário, Maria.'])
  })

  it('is not where the plan has no selling any more', async () => {
    const company = await shop()
    const id = await customer(company, '1988-03-14')
    const contactId = await linked(company, id)
    await savePlan({ ...company.plan, useSales: false })
    await due(greet(company.id, id, '2031-03-14'))
    expect(await written(company, contactId)).toEqual([])
  })

  it('is by the template of the company where an official number may send nothing else', async () => {
    const { company: own, connection, template } = await makeOfficialSender({ isDefault: true })
    const company = { ...own, connection }
    await saveSetting(company.id, 'birthdayMessage', TEXT)
    const save = (value: object | string) =>
      call(settings.update, {
        as: company.admin,
        params: { key: 'birthdayTemplate' },
        body: { value: typeof value === 'string' ? value : JSON.stringify(value) },
      })
    expect((await save('sim')).error).toBe('ERR_VALIDATION')
    const elsewhere = (await makeOfficialSender()).template.id
    expect((await save({ templateId: elsewhere, templateVariables: {} })).error).toBe('ERR_NO_TEMPLATE_FOUND')
    expect((await save({ templateId: template.id, templateVariables: { nome: '' } })).error).toBe(
      'ERR_TEMPLATE_VARIABLES',
    )
    const id = await customer(company, '1988-03-14')
    const contactId = await linked(company, id)
    await due(greet(company.id, id, '2031-03-14'))
    const given = { templateId: template.id, templateVariables: { nome: '{{name}}' } }
    expect((await save(given)).status).toBe(200)
    await due(greet(company.id, id, '2032-03-14'))
    expect(await written(company, contactId)).toEqual([
      'Olá, Maria Andrade! Oferta só hoje.',
      'Feliz aniversário, Maria.',
    ])
  })
})
