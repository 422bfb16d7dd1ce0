/**
 * A colleague who may not see a contact's live ticket neither diverts, rewrites nor writes into
 * that conversation.
 */
import { audit } from '@balcao/shared/api/company/audit.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../test/fake-gateway.ts'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { someNumber } from '../../../test/some-number.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { getSchedule, scheduleTimer } from '../../data/content/schedule.ts'
import { changeUser, requireUser } from '../../data/team/user.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { fire } from '../../workers/timers/handler.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

let company: TestCompany
let admin: TestUser
/** User of the queue of sales, where the ticket is not. */
let ana: TestUser
/** User of the ticket's queue; the ticket is assigned to the admin. */
let bia: TestUser
let hidden: { id: string; ticketId: string }
let free: string

beforeEach(async () => {
  company = await makeCompany()
  admin = company.admin
  const [sales, support] = [await makeQueue(company.id), await makeQueue(company.id)]
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  ana = await makeUser(company.id, { queueIds: [sales.id], allTicket: 'disabled' })
  bia = await makeUser(company.id, { queueIds: [support.id], allTicket: 'disabled' })
  const ticket = await makeTicket(company.id, { whatsapp, queue: support, user: admin.user, status: 'open' })
  hidden = { id: ticket.contact.id, ticketId: ticket.id }
  free = (await makeContact(company.id)).id
})

const change = (as: TestUser, id: string, body: object) => call(contacts.update, { as, params: { id }, body })
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const schedule = (as: TestUser, contactId: string) =>
  call(schedules.create, { as, body: { contactId, body: 'Até amanhã', sendAt: soon() } })
const log = async () => (await call(ticketsLog.list, { as: admin, params: { ticketId: hidden.ticketId } })).body

describe('a contact in a conversation one may not see', () => {
  it('keeps number, name and customer', async () => {
    const before = await getContact(company.id, hidden.id, true)
    for (const body of [{ number: someNumber() }, { name: 'Outra' }, { customerId: null }, { email: 'a@example.com' }])
      expect((await change(ana, hidden.id, body)).error).toBe('ERR_NO_PERMISSION')
    expect(await getContact(company.id, hidden.id, true)).toEqual(before)
    expect((await change(ana, free, { name: 'Livre' })).body.name).toBe('Livre')
  })

  it('gets another number from an admin or the holder alone, and the old one back', async () => {
    const { number } = (await getContact(company.id, hidden.id, true))!
    expect((await change(bia, hidden.id, { number: someNumber() })).error).toBe('ERR_NO_PERMISSION')
    expect((await change(bia, hidden.id, { name: 'Maria da Silva', number })).body.name).toBe('Maria da Silva')
    expect((await change(admin, hidden.id, { number: someNumber() })).status).toBe(200)
    expect((await change(admin, hidden.id, { number })).body.number).toBe(number)
    await call(tickets.update, {
      as: admin,
      params: { id: hidden.ticketId },
      body: { userId: bia.user.id, queueId: (await requireUser(company.id, bia.user.id)).queueIds[0]!, status: 'open' },
    })
    expect((await change(bia, hidden.id, { number: someNumber() })).status).toBe(200)
  })

  it('that is changed says so in its history and in the audit log, with before and after', async () => {
    const before = (await getContact(company.id, hidden.id, true))!
    const number = someNumber()
    await change(admin, hidden.id, { number, name: 'Nova' })
    const changes = [
      { field: 'name', before: before.name, after: 'Nova' },
      { field: 'number', before: before.number, after: number },
    ]
    expect((await log()).at(-1)).toMatchObject({ type: 'contactChanged', user: { id: admin.user.id }, changes })
    const entries = (await call(audit.list, { as: admin, query: { subject: 'contact' } })).body.entries
    expect(entries[0]).toMatchObject({ verb: 'update', subjectId: hidden.id, user: { id: admin.user.id }, changes })
  })

  it('keeps one number when two change it at once', async () => {
    const numbers = [someNumber(), someNumber()]
    const answers = await Promise.all(numbers.map(number => change(admin, hidden.id, { number })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { number } = (await getContact(company.id, hidden.id, true))!
    expect(numbers).toContain(number)
    const logged = (await log()).filter(({ type }) => type === 'contactChanged').map(({ changes }) => changes![0]!)
    expect(logged.find(({ after }) => after === number)).toBeDefined()
    expect(logged).toHaveLength(2)
  })

  it('keeps its customer when somebody deletes that', async () => {
    const portfolio = await call(portfolios.create, {
      as: admin,
      body: { name: 'Carteira', userId: admin.user.id },
    })
    const body = {
      document: newCpf(),
      fullName: 'Maria Andrade',
      email: 'm@example.com',
      portfolioId: portfolio.body.id,
    }
    const customer = await call(customers.create, { as: admin, body })
    expect((await change(admin, hidden.id, { customerId: customer.body.id })).status).toBe(200)
    const remove = (as: TestUser) => call(customers.remove, { as, params: { id: customer.body.id } })
    expect((await remove(ana)).error).toBe('ERR_NO_PERMISSION')
    expect((await getContact(company.id, hidden.id, true))?.customerId).toBe(customer.body.id)
    expect((await remove(admin)).status).toBe(204)
    expect((await log()).at(-1)).toMatchObject({
      changes: [{ field: 'customer', before: 'Maria Andrade', after: null }],
    })
  })

  it('has no notes for who may not see it', async () => {
    await call(ticketNotes.create, {
      as: admin,
      body: { ticketId: hidden.ticketId, contactId: hidden.id, note: 'Segredo' },
    })
    expect((await call(ticketNotes.list, { as: ana, query: { contactId: hidden.id } })).body).toEqual([])
    expect((await call(contacts.tickets, { as: ana, params: { id: hidden.id } })).body).toEqual([])
  })
})

describe('a schedule', () => {
  it('is not made for a conversation one may not see', async () => {
    expect((await schedule(ana, hidden.id)).error).toBe('ERR_NO_PERMISSION')
    const own = (await schedule(ana, free)).body.id
    const moved = await call(schedules.update, { as: ana, params: { id: own }, body: { contactId: hidden.id } })
    expect(moved.error).toBe('ERR_NO_PERMISSION')
  })

  it('is seen, found and received by users who may see the live ticket; without one by its maker', async () => {
    const [boss, sales, support] = [await gateway.open(admin), await gateway.open(ana), await gateway.open(bia)]
    const secret = (await schedule(admin, hidden.id)).body.id
    const own = (await schedule(ana, free)).body.id
    const seen = async (as: TestUser, query: object = {}) =>
      (await call(schedules.list, { as, query })).body.schedules.map(({ id }) => id).sort()
    for (const query of [{}, { searchParam: 'amanhã' }, { contactId: hidden.id }]) {
      expect(await seen(ana, query)).toEqual('contactId' in query ? [] : [own])
      expect(await seen(bia, query)).toEqual([secret])
      expect(await seen(admin, query)).toEqual('contactId' in query ? [secret] : [own, secret].sort())
    }
    expect((await call(schedules.get, { as: ana, params: { id: secret } })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(schedules.get, { as: bia, params: { id: secret } })).status).toBe(200)
    const received = ({ received: events }: typeof boss) =>
      events.flatMap(({ event, payload }) =>
        event.endsWith('-schedule') ? [(payload as { schedule: { id: string } }).schedule.id] : [],
      )
    expect([received(boss), received(sales), received(support)]).toEqual([[secret, own], [own], [secret]])
    await Promise.all([boss, sales, support].map(browser => browser.leave()))
  })

  it('is changed by its maker only while they may see where it goes', async () => {
    const { id } = (await schedule(bia, hidden.id)).body
    const user = await requireUser(company.id, bia.user.id, true)
    await changeUser(user, { queueIds: [] })
    const params = { id }
    const answers = await Promise.all([
      call(schedules.update, { as: bia, params, body: { body: 'Outro texto' } }),
      call(schedules.remove, { as: bia, params }),
      call(schedules.removeMedia, { as: bia, params }),
    ])
    expect(answers.map(({ error }) => error)).toEqual(Array(3).fill('ERR_NO_PERMISSION'))
  })

  it('is not sent for who may not see the conversation any more, and says why', async () => {
    const { id } = (await schedule(bia, hidden.id)).body
    const user = await requireUser(company.id, bia.user.id, true)
    await changeUser(user, { queueIds: [] })
    const row = (await getSchedule(company.id, id, true))!
    await fire(scheduleTimer(row) as Extract<Timer, { type: 'sendSchedule' }>, row.sendAt)
    expect(await getSchedule(company.id, id, true)).toMatchObject({ status: 'ERRO', reason: 'ERR_NO_PERMISSION' })
    expect(await listMessages(company.id, hidden.ticketId, { limit: 10 })).toEqual([])
  })
})
