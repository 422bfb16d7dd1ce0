import { holidays } from '@balcao/shared/api/company/holidays.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeFixture } from '../../../../test/pipeline-fixture.ts'
import { HOLIDAYS } from '../../../data/company/holiday.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { configurationOf } from '../../../messaging/configuration.ts'

let company: TestCompany
let as: TestUser
beforeEach(async () => {
  company = await makeCompany()
  as = company.admin
})

const make = (date: string, name = 'Feriado', fields: object = {}) =>
  call(holidays.create, { as, body: { date, name, ...fields } })
const all = async () => (await call(holidays.listAll, { as })).body.map(({ date, name }) => `${date} ${name}`)

describe('holidays', () => {
  it('are closed all day unless they have hours, and stand in the order of their dates', async () => {
    expect(await make('2026-12-25', 'Natal')).toMatchObject({
      status: 201,
      body: { date: '2026-12-25', name: 'Natal', startTime: null, endTime: null },
    })
    expect((await make('2026-12-24', 'Véspera', { startTime: '08:00', endTime: '12:00' })).body).toMatchObject({
      startTime: '08:00',
      endTime: '12:00',
    })
    await make('2025-12-25', 'Natal')
    expect(await all()).toEqual(['2025-12-25 Natal', '2026-12-24 Véspera', '2026-12-25 Natal'])
    const page = (await call(holidays.list, { as, query: { limit: 2 } })).body
    expect([page.holidays.map(({ date }) => date), page.hasMore]).toEqual([['2025-12-25', '2026-12-24'], true])
    expect((await call(holidays.list, { as, query: { searchParam: 'natal' } })).body.holidays).toHaveLength(2)
  })

  it('are one on a date, which is free again when it moves or goes', async () => {
    const christmas = (await make('2026-12-25', 'Natal')).body
    expect((await make('2026-12-25', 'Outro')).error).toBe('ERR_HOLIDAY_ALREADY_EXISTS')
    const race = await Promise.all([make('2026-11-20', 'Um'), make('2026-11-20', 'Outro')])
    expect(race.map(answer => answer.status).sort()).toEqual([201, 409])
    const change = (body: object, id = christmas.id) => call(holidays.update, { as, params: { id }, body })
    expect((await change({ date: '2026-11-20' })).error).toBe('ERR_HOLIDAY_ALREADY_EXISTS')
    expect((await change({ date: '2026-12-26' })).body.date).toBe('2026-12-26')
    expect((await make('2026-12-25', 'Natal')).status).toBe(201)
    await call(holidays.remove, { as, params: { id: christmas.id } })
    expect((await make('2026-12-26', 'Dia seguinte')).status).toBe(201)
    expect((await change({ name: 'Tarde' })).error).toBe('ERR_NO_HOLIDAY_FOUND')
    expect((await change({ name: 'Tarde' }, newId())).error).toBe('ERR_NO_HOLIDAY_FOUND')
  })

  it('have a start and another time as their end, or neither; and a date there is', async () => {
    const { id } = (await make('2026-12-24', 'Véspera', { startTime: '08:00', endTime: '12:00' })).body
    const change = (body: object) => call(holidays.update, { as, params: { id }, body })
    for (const hours of [
      { startTime: '08:00' },
      { endTime: '12:00' },
      { startTime: '08:00', endTime: '08:00' },
      { startTime: '8h', endTime: '12:00' },
      { startTime: '25:00', endTime: '12:00' },
    ]) {
      const refused = await make('2026-12-31', 'Réveillon', hours)
      expect([hours, refused.status, refused.error]).toEqual([hours, 400, 'ERR_VALIDATION'])
    }
    // What it is to be is seen with what it has.
    for (const hours of [{ startTime: null }, { endTime: '08:00' }])
      expect((await change(hours)).error).toBe('ERR_VALIDATION')
    expect((await change({ endTime: '03:00' })).body).toMatchObject({ startTime: '08:00', endTime: '03:00' })
    expect((await change({ startTime: null, endTime: null })).body).toMatchObject({ startTime: null, endTime: null })
    for (const date of ['2026-02-29', '2026-13-01', '25/12/2026', '2026-12-25T00:00:00Z', ''])
      expect([date, (await make(date)).error]).toEqual([date, 'ERR_VALIDATION'])
    for (const name of [' x ', 'x'.repeat(101)]) expect((await make('2026-12-30', name)).error).toBe('ERR_VALIDATION')
    expect(await all()).toEqual(['2026-12-24 Véspera'])
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    const { id } = (await make('2026-12-25', 'Natal')).body
    const agent = await makeUser(company.id)
    expect((await call(holidays.listAll, { as: agent })).body).toHaveLength(1)
    const theirs = await call(holidays.create, { as: agent, body: { date: '2026-12-26', name: 'Folga' } })
    expect(theirs.error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await call(holidays.listAll, { as: stranger })).body).toEqual([])
    expect((await call(holidays.get, { as: stranger, params: { id } })).error).toBe('ERR_NO_HOLIDAY_FOUND')
    await call(holidays.remove, { as: stranger, params: { id } })
    expect(await all()).toEqual(['2026-12-25 Natal'])
  })

  it('are known to the bot', async () => {
    const { companyId, connectionId } = await makeFixture()
    await createRow(companyId, HOLIDAYS, newRow({ date: '2026-12-25', name: 'Natal', startTime: null, endTime: null }))
    const configuration = await configurationOf(companyId, connectionId)
    expect(configuration?.holidays).toMatchObject([{ date: '2026-12-25', startTime: null, endTime: null }])
  })
})
