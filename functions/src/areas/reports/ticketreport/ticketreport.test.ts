import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import type { ContactRef } from '@balcao/shared/entities/contact.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, makeQueue, makeUser, send, type TestCompany } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { getJob } from '../../../data/jobs/job.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { reportRange } from './report-range.ts'

const ZONE = 'America/Sao_Paulo'
let gateway: FakeGateway
let gate: Gate
let company: TestCompany
/** Oldest first: of the 1st, 2nd and 3rd of March 2026 as São Paulo counts. */
let tickets: TicketRow[]
const shop = { id: newId(), name: 'Loja' }
const branch = { id: newId(), name: 'Filial' }
const maria = { id: newId(), name: 'Maria Conceição', number: '5511977776666' }
const group = { id: newId(), name: 'Bairro', number: '120363000000000000' }

function idAt(at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

const start = (at: string, contact: Pick<ContactRef, 'id' | 'name' | 'number'>, given: object = {}) =>
  makeTicket(company.id, {
    id: idAt(at),
    contact: { ...contact, picture: null, isGroup: contact === group },
    whatsapp: shop,
    ...given,
  })

beforeAll(async () => {
  gateway = await startFakeGateway()
  gate = await openGate()
  company = await makeCompany()
  const { id, name, color } = await makeQueue(company.id, { name: 'Vendas' })
  const queue = { id, name, color }
  const user = { id: company.admin.user.id, name: company.admin.user.name }
  const first = await start('2026-03-01T03:00:00Z', maria, { queue, user, status: 'open' })
  const referral = { sourceType: 'ad', sourceId: '1', sourceUrl: '', headline: 'Bolo no pote', body: '', at: 0 }
  const set = { status: 'closed' as const, rating: 3 as const, referral }
  const closed = await changeTicket(company.id, first, () => ({ set }))
  tickets = [
    closed.ticket,
    await start('2026-03-03T02:59:59.999Z', group, { whatsapp: branch }),
    await start(
      '2026-03-03T03:00:00Z',
      { id: newId(), name: 'José', number: '5521988887777' },
      { user, status: 'open' },
    ),
  ]
  await start('2026-03-05T12:00:00Z', maria)
})
afterAll(async () => {
  await gate.close()
  await gateway.close()
})

const MARCH = { dateFrom: '2026-03-01', dateTo: '2026-03-03' }
const ask = (query: object, as = company.admin) => call(ticketreport.reports, { as, query: { ...MARCH, ...query } })
/** Returns the tickets of an answer, newest first. */
const found = async (query: object) => {
  const { totalTickets, tickets: rows, hasMore } = (await ask(query)).body
  expect([totalTickets.total, hasMore]).toEqual([rows.length, false])
  return rows.map(row => tickets.findIndex(({ id }) => id === row.id))
}

describe('the tickets report', () => {
  it('shows the tickets of days as the company counts them, and what became of each', async () => {
    expect(await found({})).toEqual([2, 1, 0])
    expect(await found({ dateTo: '2026-03-02' })).toEqual([1, 0])
    expect(await found({ dateFrom: '2026-03-02' })).toEqual([2, 1])
    expect((await ask({})).body.tickets[2]).toEqual({
      id: tickets[0]!.id,
      uuid: tickets[0]!.id,
      whatsappName: 'Loja',
      contactName: 'Maria Conceição',
      userName: company.admin.user.name,
      queueName: 'Vendas',
      status: 'closed',
      lastMessage: '',
      createdAt: '2026-03-01T03:00:00.000Z',
      closedAt: expect.any(String),
      supportTime: tickets[0]!.supportTime,
      NPS: 3,
      origin: 'Bolo no pote',
      priority: 'none',
    })
  })

  it('takes every filter, alone and together', async () => {
    const json = JSON.stringify
    expect(await found({ searchParam: 'conceicao' })).toEqual([0])
    expect(await found({ searchParam: '97777-6666' })).toEqual([0])
    expect(await found({ searchParam: 'Maria 2' })).toEqual([])
    expect(await found({ contactId: group.id })).toEqual([1])
    expect(await found({ contactId: '' })).toEqual([2, 1, 0])
    expect(await found({ whatsappId: json([branch.id]) })).toEqual([1])
    expect(await found({ whatsappId: json([branch.id, shop.id]) })).toEqual([2, 1, 0])
    expect(await found({ whatsappId: '[]' })).toEqual([2, 1, 0])
    expect(await found({ users: json([company.admin.user.id]) })).toEqual([2, 0])
    expect(await found({ queueIds: json([tickets[0]!.queue!.id]) })).toEqual([0])
    expect(await found({ status: json(['closed']) })).toEqual([0])
    expect(await found({ status: json(['open', 'group']) })).toEqual([2, 1])
    expect(await found({ status: json(['pending']) })).toEqual([1])
    expect(await found({ onlyRated: 'true' })).toEqual([0])
    expect(await found({ onlyRated: 'false' })).toEqual([2, 1, 0])
    expect(await found({ origin: 'ad' })).toEqual([0])
    expect(await found({ origin: 'ad', status: json(['open']) })).toEqual([])
    expect(await found({ onlyRated: 'true', status: json(['open']) })).toEqual([])
  })

  it('is a page of all of it, by number or behind a cursor', async () => {
    const page = async (query: object) => {
      const { body } = await ask({ pageSize: 2, ...query })
      return { total: body.totalTickets.total, ids: body.tickets.map(({ id }) => id), cursor: body.nextCursor }
    }
    const [first, second, beyond] = [await page({}), await page({ page: 2 }), await page({ page: 9_000_000 })]
    expect([first.total, second.total, beyond.total]).toEqual([3, 3, 3])
    expect([...first.ids, ...second.ids]).toEqual([tickets[2]!.id, tickets[1]!.id, tickets[0]!.id])
    expect([second.cursor, beyond.ids]).toEqual([null, []])
    expect((await page({ cursor: first.cursor })).ids).toEqual(second.ids)
    // Of other filters it is worth nothing.
    expect((await ask({ cursor: first.cursor!, onlyRated: 'true' })).error).toBe('ERR_INVALID_CURSOR')
    expect((await ask({ pageSize: 9_999_999 })).body.tickets).toHaveLength(3)
  })

  it('is of admins, and of their company alone', async () => {
    expect((await ask({}, await makeUser(company.id, { profile: 'supervisor' }))).error).toBe('ERR_NO_PERMISSION')
    expect((await ask({}, (await makeCompany()).admin)).body).toMatchObject({ totalTickets: { total: 0 }, tickets: [] })
  })

  it.each([
    [{ whatsappId: '{' }, 400, 'ERR_VALIDATION'],
    [{ users: 'ana' }, 400, 'ERR_VALIDATION'],
    [{ queueIds: '{"0":"a"}' }, 400, 'ERR_VALIDATION'],
    [{ status: '["aberto"]' }, 400, 'ERR_VALIDATION'],
    [{ status: '[' }, 400, 'ERR_VALIDATION'],
    [{ contactId: 'maria' }, 400, 'ERR_VALIDATION'],
    [{ onlyRated: 'sim' }, 400, 'ERR_VALIDATION'],
    [{ origin: 'x' }, 400, 'ERR_VALIDATION'],
    [{ dateFrom: '2026-02-30' }, 400, 'ERR_VALIDATION'],
    [{ dateFrom: '2026-03-04' }, 400, 'ERR_VALIDATION'],
    [{ page: '0' }, 400, 'ERR_VALIDATION'],
    [{ pageSize: '0' }, 400, 'ERR_VALIDATION'],
    [{ cursor: 'x' }, 400, 'ERR_INVALID_CURSOR'],
    [{ dateFrom: '2020-09-10' }, 422, 'ERR_PERIOD_TOO_LONG'],
  ])('refuses %j', async (query, status, code) => {
    const answer = await send('GET', '/ticketreport/reports', { as: company.admin, query: { ...MARCH, ...query } })
    expect([answer.status, answer.error, answer.raw.maxDays]).toEqual([status, code, status === 422 ? 366 : undefined])
  })

  it('has 366 days at most, and of itself those of the month so far', () => {
    const now = Date.parse('2026-12-01T02:00:00Z')
    expect(reportRange({}, ZONE, now)).toEqual({
      dateFrom: '2026-11-01',
      dateTo: '2026-11-30',
      from: Date.parse('2026-11-01T03:00:00Z'),
      to: Date.parse('2026-12-01T03:00:00Z') - 1,
    })
    expect(reportRange({ dateTo: '2024-02-29' }, ZONE, now)).toMatchObject({ dateFrom: '2024-02-01' })
    expect(reportRange({ dateFrom: '2024-01-01', dateTo: '2024-12-31' }, ZONE)).toBeTruthy()
    expect(() => reportRange({ dateFrom: '2024-01-01', dateTo: '2025-01-01' }, ZONE)).toThrow('ERR_PERIOD_TOO_LONG')
  })

  it('has no ticket that was deleted', async () => {
    const { id } = await start('2026-03-02T12:00:00Z', { id: newId(), name: 'Zé', number: '5511900000000' })
    expect((await ask({})).body.totalTickets.total).toBe(4)
    await deleteTicket(company.id, id)
    expect(await found({})).toEqual([2, 1, 0])
  })
})

describe('the export of the report', () => {
  const begin = (body: object, language = 'pt') =>
    call(ticketreport.export, { as: company.admin, body, headers: { 'accept-language': language } })

  it('is a job, the same one for who asks for the same again, and another for other filters', async () => {
    const { status, body } = await begin({ ...MARCH, status: ['open'] })
    expect([status, await getJob(company.id, body.jobId)]).toMatchObject([
      202,
      { kind: 'ticketReport', subject: '01/03/2026 - 03/03/2026', user: { id: company.admin.user.id } },
    ])
    expect((await begin({ ...MARCH, status: ['open'] })).body.jobId).toBe(body.jobId)
    expect((await begin({ ...MARCH, status: ['open'] }, 'en')).body.jobId).not.toBe(body.jobId)
    expect((await begin(MARCH)).body.jobId).not.toBe(body.jobId)
    expect(gate.sent()).toHaveLength(3)
  })

  it.each([
    [{ ...MARCH, users: ['ana'] }, 400, 'ERR_VALIDATION'],
    [{ ...MARCH, status: '["open"]' }, 400, 'ERR_VALIDATION'],
    [{ dateFrom: '2020-09-10', dateTo: '2026-03-03' }, 422, 'ERR_PERIOD_TOO_LONG'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await send('POST', '/ticketreport/export', { as: company.admin, text: JSON.stringify(body) })
    expect([answer.status, answer.error, gate.sent()]).toEqual([status, code, []])
  })
})
