import { auth } from '@balcao/shared/api/account/auth.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { WEEKDAYS } from '@balcao/shared/entities/working-hours.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay, localTime, momentOf } from '@balcao/shared/rules/working-hours.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { hashPassword } from '../../../http/password.ts'
import { signRefreshToken } from '../../../http/tokens.ts'
import { fire } from '../../../workers/timers/handler.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

const ZONE = 'America/Sao_Paulo'
const PASSWORD = 'secret1'
const hash = hashPassword(PASSWORD)

const daily = (startTime: string, endTime: string): WeekdaySchedule[] =>
  WEEKDAYS.map(weekdayEn => ({ weekday: weekdayEn, weekdayEn, startTime, endTime }))
/** Hours that are over, and hours that hold all day. */
const CLOSED = daily('00:00', '00:00')
const OPEN = daily('00:00', '24:00')

const setHours = (as: TestUser, who: TestUser, accessHours: WeekdaySchedule[] | null) =>
  call(users.update, { as, params: { id: who.user.id }, body: { accessHours } })
const login = ({ user }: TestUser) => call(auth.login, { body: { email: user.email, password: PASSWORD } })
const refresh = ({ actor }: TestUser) =>
  call(auth.refresh, { headers: { cookie: `jrt=${signRefreshToken({ ...actor, generation: 0 })}` } })

describe('access hours', () => {
  it('let nobody in who is outside of them, and everybody within', async () => {
    const { id, admin } = await makeCompany()
    const bia = await makeUser(id, { passwordHash: await hash })
    expect((await setHours(admin, bia, CLOSED)).body.accessHours).toEqual(CLOSED)
    const refused = await login(bia)
    expect([refused.status, refused.error]).toEqual([401, 'ERR_OUTSIDE_ACCESS_HOURS'])
    // A wrong password gets the same answer as ever: only the right one learns of the hours.
    const wrong = await call(auth.login, { body: { email: bia.user.email, password: 'other' } })
    expect(wrong.error).toBe('ERR_INVALID_CREDENTIALS')
    await setHours(admin, bia, OPEN)
    expect((await login(bia)).status).toBe(200)
    await setHours(admin, bia, null)
    expect((await login(bia)).body.user.accessHours).toBeNull()
  })

  it('end a session under way: its calls, its refresh, its screens', async () => {
    const { id, admin } = await makeCompany()
    const bia = await makeUser(id)
    const browser = await gateway.open(bia)
    expect((await call(auth.me, { as: bia })).status).toBe(200)
    await setHours(admin, bia, CLOSED)
    expect((await call(auth.me, { as: bia })).error).toBe('ERR_OUTSIDE_ACCESS_HOURS')
    expect((await refresh(bia)).error).toBe('ERR_OUTSIDE_ACCESS_HOURS')
    expect(browser.received.at(-1)).toMatchObject({ payload: { action: 'ended' } })
    expect(await gateway.connect(bia.token)).toBe(401)
    // The session itself stands: it goes on with the hours.
    await setHours(admin, bia, null)
    expect((await call(auth.me, { as: bia })).status).toBe(200)
    expect((await refresh(bia)).status).toBe(200)
  })

  it('close the screens at their end, by a timer that looks at the hours of then', async () => {
    const { id, admin } = await makeCompany()
    const bia = await makeUser(id)
    const today = localDay(Date.now(), ZONE)
    await setHours(admin, bia, OPEN)
    const browser = await gateway.open(bia)
    const dueAt = momentOf(addDays(today, 1), '00:00', ZONE)
    const armed = (await timersOf(minuteOf(dueAt))).map(({ timer }) => timer)
    const end = { type: 'endAccess' as const, companyId: id, userId: bia.user.id, dueAt }
    expect(armed).toContainEqual(end)
    browser.received.length = 0
    await fire(end, dueAt)
    expect(browser.received).toEqual([])
    await setHours(admin, bia, daily('00:00', '23:59'))
    await fire(end, momentOf(today, '23:59', ZONE))
    expect(browser.received.at(-1)).toMatchObject({ payload: { action: 'ended' } })
  })

  it('are those of the time zone that the company has now, on open screens too', async () => {
    const { id, admin } = await makeCompany()
    const bia = await makeUser(id)
    const near = (hours: number) => localTime(Date.now() + hours * 3_600_000, ZONE)
    await setHours(admin, bia, daily(near(-1), near(1)))
    const browser = await gateway.open(bia)
    await call(settings.update, { as: admin, params: { key: 'timezone' }, body: { value: 'Asia/Tokyo' } })
    expect(browser.received.at(-1)).toMatchObject({ payload: { action: 'ended' } })
    expect((await call(auth.me, { as: bia })).error).toBe('ERR_OUTSIDE_ACCESS_HOURS')
  })

  it('do not hold for admins and super users, and are set by admins', async () => {
    const { id, admin } = await makeCompany()
    const [bia, other] = [await makeUser(id), await makeUser(id, { profile: 'admin' })]
    expect((await setHours(bia, bia, null)).status).toBe(200)
    expect((await setHours(bia, bia, OPEN)).error).toBe('ERR_NO_PERMISSION')
    expect((await setHours((await makeCompany()).admin, bia, CLOSED)).error).toBe('ERR_NO_USER_FOUND')
    for (const each of [admin, other]) {
      expect((await setHours(admin, each, CLOSED)).status).toBe(200)
      expect((await call(auth.me, { as: each })).status).toBe(200)
    }
    // A former admin is bound by them at once.
    await setHours(admin, other, CLOSED)
    await call(users.update, { as: admin, params: { id: other.user.id }, body: { profile: 'user' } })
    expect((await login({ ...other })).error).toBe('ERR_INVALID_CREDENTIALS')
    const wrong = [{ weekday: 'x', weekdayEn: 'someday', startTime: '08:00', endTime: '25:00' }]
    expect((await setHours(admin, bia, wrong as never)).error).toBe('ERR_VALIDATION')
  })
})
