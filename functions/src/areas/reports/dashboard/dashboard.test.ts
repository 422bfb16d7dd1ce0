import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { targetHas } from '../../../../test/target.ts'
import { addSocket } from '../../../data/realtime/socket.ts'
import { metered } from '../../../data/table/meter.ts'
import { deleteUser, setOnline } from '../../../data/team/user.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'

const ZONE = 'America/Sao_Paulo'
const MINUTE = 60_000
const today = () => localDay(Date.now(), ZONE)

type Served = { by: TestUser; rating?: 1 | 2 | 3; closedAt?: number }

/** A ticket that somebody took and closed. */
async function serve(companyId: string, { by, rating, closedAt = Date.now() }: Served) {
  const { id } = await makeTicket(companyId, { status: 'open', user: by.user })
  await changeTicket(companyId, id, () => ({ set: { status: 'closed', closedAt } }))
  if (rating) await changeTicket(companyId, id, () => ({ set: { rating } }))
  return requireTicket(companyId, id)
}

describe('the dashboard', () => {
  let company: TestCompany
  let bia: TestUser
  let caio: TestUser
  /** Queries nobody would send too. */
  const of = (query: object) => call(dashboard.get, { as: company.admin, query })

  beforeAll(async () => {
    company = await makeCompany()
    bia = await makeUser(company.id, { name: 'Bia' })
    caio = await makeUser(company.id, { name: 'Caio' })
    await makeTicket(company.id)
    await makeTicket(company.id, { status: 'open', user: bia.user, queue: await makeQueue(company.id) })
    await serve(company.id, { by: bia, rating: 3 })
    await serve(company.id, { by: bia, rating: 2 })
    await serve(company.id, { by: caio })
    // Ten days ago.
    await serve(company.id, { by: caio, rating: 1, closedAt: Date.now() - 10 * 24 * 60 * MINUTE })
  })

  it('shows what is now, and what was closed in the period', async () => {
    const { body, status } = await of({ days: '7' })
    expect(status).toBe(200)
    expect(body.counters).toEqual({
      supportHappening: 1,
      supportPending: 1,
      supportFinished: 3,
      avgSupportTime: 0,
      avgWaitTime: 0,
    })
    const rows = body.attendants.map(({ name, rating, avgSupportTime, online }) => [
      name,
      rating,
      avgSupportTime,
      online,
    ])
    expect(rows).toEqual([
      ['Ana Admin', null, 0, true],
      ['Bia', 2.5, 0, false],
      ['Caio', null, 0, false],
    ])
    const longer = await of({ days: '15' })
    expect(longer.body.counters.supportFinished).toBe(4)
    expect(longer.body.attendants.find(({ id }) => id === caio.user.id)?.rating).toBe(1)
  })

  it('takes a range of days of the company, both ends included', async () => {
    const day = localDay(Date.now() - 10 * 24 * 60 * MINUTE, ZONE)
    expect((await of({ date_from: day, date_to: day })).body.counters.supportFinished).toBe(1)
    expect((await of({ date_from: day, date_to: today() })).body.counters.supportFinished).toBe(4)
    expect((await of({ date_from: addDays(day, 1), date_to: today() })).body.counters.supportFinished).toBe(3)
  })

  it('asks for a filter, and for one it can read', async () => {
    for (const query of [{}, { date_from: '2026-01-01' }, { date_to: '2026-01-01' }]) {
      const refused = await of(query)
      expect([refused.status, refused.error, refused.details[0]?.message]).toEqual([
        400,
        'ERR_VALIDATION',
        'Parametrize o filtro',
      ])
    }
    for (const query of [
      { days: '4' },
      { date_from: '2026-02-30', date_to: '2026-03-01' },
      { date_from: '2026-03-01', date_to: '2026-02-01' },
    ])
      expect((await of(query)).error).toBe('ERR_VALIDATION')
    const long = await of({ date_from: '2025-01-01', date_to: '2026-01-02' })
    expect([long.status, long.error, long.raw.maxDays]).toEqual([422, 'ERR_PERIOD_TOO_LONG', 366])
    expect((await of({ date_from: '2025-01-01', date_to: '2026-01-01' })).status).toBe(200)
    // The last days that can be written.
    expect((await of({ date_from: '9999-12-05', date_to: '9999-12-31' })).status).toBe(200)
  })

  it('shows averages in minutes with one decimal', async () => {
    const own = await makeCompany()
    const { id } = await makeTicket(own.id, { status: 'open', user: own.admin.user })
    await changeTicket(own.id, id, () => ({ set: { status: 'closed' } }))
    const query = { days: '3' as const }
    // A ticket that is closed, written as it would be after 100 s of waiting and 250 s of talk.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const waiting = await makeTicket(own.id)
      vi.setSystemTime(waiting.createdAt + 100_000)
      await changeTicket(own.id, waiting.id, () => ({ set: { status: 'open', user: own.admin.user } }))
      vi.setSystemTime(waiting.createdAt + 350_000)
      await changeTicket(own.id, waiting.id, () => ({ set: { status: 'closed' } }))
    } finally {
      vi.useRealTimers()
    }
    const { body } = await call(dashboard.get, { as: own.admin, query })
    expect(body.counters).toMatchObject({ supportFinished: 2, avgSupportTime: 2.1, avgWaitTime: 0.8 })
    expect(body.attendants).toEqual([expect.objectContaining({ avgSupportTime: 2.1 })])
  })

  it('says who is there: by a socket, or by what their browser said within six minutes', async () => {
    const own = await makeCompany()
    const socketed = await makeUser(own.id, { name: 'Com Soquete' })
    const reported = await makeUser(own.id, { name: 'Disse' })
    await makeUser(own.id, { name: 'Fora' })
    await setOnline(own.id, reported.user.id, Date.now() + MINUTE)
    await addSocket({
      companyId: own.id,
      connectionId: crypto.randomUUID(),
      userId: socketed.user.id,
      sessionId: socketed.actor.sessionId,
      userName: 'Com Soquete',
      profile: 'user',
      super: false,
      queueIds: [],
      allTicket: 'disabled',
    })
    const { body } = await call(dashboard.get, { as: own.admin, query: { days: '3' } })
    expect(Object.fromEntries(body.attendants.map(({ name, online }) => [name, online]))).toEqual({
      'Ana Admin': true,
      'Com Soquete': true,
      Disse: true,
      Fora: false,
    })
  })

  it('keeps the work of somebody who is gone, under their name', async () => {
    const own = await makeCompany()
    const gone = await makeUser(own.id, { name: 'Gil' })
    await serve(own.id, { by: gone, rating: 3 })
    await deleteUser(gone.user)
    const { body } = await call(dashboard.get, { as: own.admin, query: { days: '3' } })
    expect(body.attendants.at(-1)).toMatchObject({ id: gone.user.id, name: 'Gil', rating: 3, online: false })
    const query = { initialDate: today(), finalDate: today() }
    const chart = await call(dashboard.ticketsUsers, { as: own.admin, query })
    expect(chart.body.data).toEqual([{ name: 'Gil', quantity: 1 }])
  })

  it('compares with as many days before, unless nothing was closed in them', async () => {
    const day = localDay(Date.now() - 10 * 24 * 60 * MINUTE, ZONE)
    const { body } = await of({ date_from: addDays(day, 1), date_to: today() })
    expect(body.range).toEqual({ first: addDays(day, 1), last: today() })
    expect(body.previous).toMatchObject({ first: addDays(day, -9), last: day, supportFinished: 1 })
    expect(body.basis).toEqual({ supported: 3, waited: 3 })
    expect((await of({ days: '3' })).body.previous).toBeNull()
  })

  it('shows what each attendant has open and has closed, and no operator', async () => {
    const own = await makeCompany()
    const ana = await makeUser(own.id, { name: 'Bruna' })
    const boss = await makeUser(own.id, { name: 'Olga Operadora', profile: 'admin', super: true })
    await makeTicket(own.id, { status: 'open', user: ana.user })
    await makeTicket(own.id, { status: 'open', user: ana.user, queue: await makeQueue(own.id) })
    for (const by of [ana, boss]) await serve(own.id, { by })
    const { body } = await call(dashboard.get, { as: boss, query: { days: '3' } })
    expect(body.attendants.map(({ name, open, closed }) => [name, open, closed])).toEqual([
      ['Ana Admin', 0, 0],
      ['Bruna', 2, 1],
    ])
    const query = { initialDate: today(), finalDate: today() }
    const chart = await call(dashboard.ticketsUsers, { as: boss, query })
    expect(chart.body.data).toEqual([{ name: 'Bruna', quantity: 1 }])
  })

  it('tells super users alone of the whole installation', async () => {
    const boss = await makeUser(company.id, { profile: 'admin', super: true })
    const before = await call(dashboard.get, { as: boss, query: { days: '3' } })
    const other = await makeCompany()
    await makeWhatsapp(other.id)
    const after = await call(dashboard.get, { as: boss, query: { days: '3' } })
    expect(after.body.counters.totalCompanies).toBeGreaterThan(before.body.counters.totalCompanies!)
    expect(after.body.counters.totalWhatsappSessions).toBeGreaterThan(before.body.counters.totalWhatsappSessions!)
  })

  it('is for admins, and of nobody else', async () => {
    expect((await call(dashboard.get, { as: bia, query: { days: '3' } })).error).toBe('ERR_NO_PERMISSION')
    const other = await makeCompany()
    const theirs = await call(dashboard.get, { as: other.admin, query: { days: '90' } })
    expect(theirs.body.counters.supportFinished).toBe(0)
    expect(theirs.body.attendants.map(({ id }) => id)).toEqual([other.admin.user.id])
  })
})

describe('the charts', () => {
  it('show who closed how much, most first', async () => {
    const own = await makeCompany()
    const [zoe, abel] = [await makeUser(own.id, { name: 'Zoé' }), await makeUser(own.id, { name: 'Abel' })]
    for (const by of [zoe, zoe, abel]) await serve(own.id, { by })
    const { id } = await makeTicket(own.id)
    await changeTicket(own.id, id, () => ({ set: { status: 'closed' } }))
    const query = { initialDate: today(), finalDate: today() }
    const data = [
      { name: 'Zoé', quantity: 2 },
      { name: 'Abel', quantity: 1 },
    ]
    expect((await call(dashboard.ticketsUsers, { as: own.admin, query })).body).toEqual({ data })
    // The company is that of who asks, whatever they say.
    const other = await makeCompany()
    const asked = await call(dashboard.ticketsUsers, { as: other.admin, query: { ...query, companyId: own.id } })
    expect(asked.body).toEqual({ data: [] })
  })

  it('show what began: one day by hour, several by day', async () => {
    const own = await makeCompany()
    const made = [await makeTicket(own.id), await makeTicket(own.id)]
    const day = localDay(made[0]!.createdAt, ZONE)
    const hour = `${localTime(made[0]!.createdAt, ZONE).slice(0, 2)}:00`
    const one = await call(dashboard.ticketsDay, { as: own.admin, query: { initialDate: day, finalDate: day } })
    expect(one.body.data).toHaveLength(24)
    expect(one.body.data.find(({ time }) => time === hour)?.total).toBeGreaterThan(0)
    const query = { initialDate: addDays(day, -2), finalDate: addDays(day, 1) }
    const several = await call(dashboard.ticketsDay, { as: own.admin, query })
    expect(several.body.count).toBe(2)
    expect(several.body.data.map(({ date }) => date)).toEqual([-2, -1, 0, 1].map(days => addDays(day, days)))
    for (const route of [dashboard.ticketsDay, dashboard.ticketsUsers]) {
      expect((await call(route, { as: own.admin })).details[0]?.message).toBe('Parametrize o filtro')
      const long = { initialDate: '2020-01-01', finalDate: day }
      expect((await call(route, { as: own.admin, query: long })).error).toBe('ERR_PERIOD_TOO_LONG')
    }
  })
})

describe.skipIf(!targetHas('metering'))('the cost', () => {
  it('of a quarter is the same with few tickets and with many', async () => {
    const own = await makeCompany()
    const queue = await makeQueue(own.id)
    const one = async () => {
      const { id } = await makeTicket(own.id, { status: 'open', user: own.admin.user, queue })
      await changeTicket(own.id, id, () => ({ set: { status: 'closed' } }))
    }
    const cost = async () => {
      const { units } = await metered(() => call(dashboard.get, { as: own.admin, query: { days: '90' } }))
      return units.read
    }
    // Every part of every counter is there.
    for (let i = 0; i < 12; i++) await one()
    const few = await cost()
    for (let i = 0; i < 100; i++) await one()
    expect(await cost()).toBeLessThanOrEqual(few)
    // Two quarters, today, and the same weekday a week ago.
    expect(few).toBeLessThan(14)
  })
})
