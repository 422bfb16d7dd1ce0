import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { SETTING_KEYS } from '@balcao/shared/entities/setting.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../test/harness.ts'
import { getSettings } from '../../data/company/setting.ts'

describe('the company', () => {
  it('is read with its plan, and its hours are changed', async () => {
    const company = await makeCompany({ plan: { useSales: false } })
    const as = company.admin
    const params = { id: company.id }
    const own = await call(companies.get, { as, params })
    expect(own.body).toMatchObject({ id: company.id, schedules: DEFAULT_SCHEDULES, plan: { useSales: false } })
    expect((await call(companies.getPlan, { as, params: { companyId: company.id } })).body).toMatchObject({
      id: company.planId,
      useSales: false,
      useKanban: true,
    })
    const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '09:00', endTime: '17:30' }]
    const changed = await call(companies.updateSchedules, { as, params, body: { schedules } })
    expect(changed.body.schedules).toEqual(schedules)
    expect((await call(companies.get, { as, params })).body.schedules).toEqual(schedules)
    const wrong = await call(companies.updateSchedules, {
      as,
      params,
      body: { schedules: [{ ...schedules[0]!, startTime: '25:00' }] },
    })
    expect(wrong.details).toMatchObject([{ path: 'schedules.0.startTime', code: 'invalid_time' }])
  })

  it('chooses among plans that are there on a fresh installation', async () => {
    const list = await call(plans.list)
    const [basic, full] = ['Básico', 'Completo'].map(name => list.body.find(plan => plan.name === name))
    expect(basic).toMatchObject({ useExternalApi: false, useSchedules: true })
    expect(full).toMatchObject({ useExternalApi: true, useSales: true, useContracts: true })
    const { admin } = await makeCompany()
    expect((await call(plans.get, { as: admin, params: { id: full!.id } })).body).toEqual(full)
  })
})

describe('settings', () => {
  it('have defaults, are changed one by one and published at once', async () => {
    const company = await makeCompany()
    const as = company.admin
    const list = await call(settings.list, { as })
    expect(list.body.map(setting => setting.key)).toEqual([...SETTING_KEYS, 'campaignsEnabled'])
    expect(list.body).toContainEqual({ key: 'timezone', value: 'America/Sao_Paulo' })
    expect((await getSettings(company.id)).userRating).toBe('disabled')

    const params = { key: 'userRating' }
    const changed = await call(settings.update, { as, params, body: { value: 'enabled', key: 'call' } as never })
    expect(changed.body).toEqual({ key: 'userRating', value: 'enabled' })
    expect((await getSettings(company.id)).userRating).toBe('enabled')
    const attendant = await makeUser(company.id)
    expect((await call(settings.get, { as: attendant, params })).body.value).toBe('enabled')
    expect((await call(settings.get, { as, params: { key: 'call' } })).body.value).toBe('enabled')
  })

  it('refuse values and keys that are none', async () => {
    const { admin: as } = await makeCompany()
    const update = (key: string, value: string) => call(settings.update, { as, params: { key }, body: { value } })
    for (const [key, value] of [
      ['userRating', 'perhaps'],
      ['timezone', 'Mars/Olympus'],
      ['scheduleType', ''],
    ] as const) {
      const answer = await update(key, value)
      expect([key, answer.status, answer.details.map(detail => detail.path)]).toEqual([key, 400, ['value']])
    }
    expect((await update('timezone', 'America/Manaus')).status).toBe(200)
    for (const key of ['nothing', '__proto__', 'toString', 'x'.repeat(70)]) {
      expect([key, (await update(key, 'enabled')).error]).toEqual([key, 'ERR_NO_SETTING_FOUND'])
      expect([key, (await call(settings.get, { as, params: { key } })).error]).toEqual([key, 'ERR_NO_SETTING_FOUND'])
    }
  })
})
