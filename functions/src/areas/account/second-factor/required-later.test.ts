/** Sessions of people without a second factor, in a company that requires one since. */
import { auth } from '@balcao/shared/api/account/auth.ts'
import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { secondFactor, signInSteps } from '@balcao/shared/api/account/second-factor.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { totpCode } from '../../../../test/totp-code.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../../../data/account/second-factor.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { metered } from '../../../data/table/meter.ts'
import { transact } from '../../../data/table/transact.ts'
import { hashPassword } from '../../../http/password.ts'
import { signRefreshToken } from '../../../http/tokens.ts'

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

let address = 0
const sourceIp = () => `198.51.102.${++address}-${process.pid}-${Date.now()}`

const refreshBy = (cookie: string) => call(auth.refresh, { headers: { cookie } })
const cookieOf = ({ actor }: TestUser) => `jrt=${signRefreshToken({ ...actor, generation: 0 })}`
const refresh = (person: TestUser) => refreshBy(cookieOf(person))
const me = (token: string) => call(auth.me, { headers: { authorization: `Bearer ${token}` } })
const signIn = ({ user }: TestUser) =>
  call(auth.login, { body: { email: user.email, password: PASSWORD }, sourceIp: sourceIp() })
const require = (company: TestCompany) =>
  call(settings.update, { as: company.admin, params: { key: 'requireSecondFactor' }, body: { value: 'enabled' } })

async function withFactor(companyId: string, options: Parameters<typeof makeUser>[1] = {}) {
  const person = await makeUser(companyId, options)
  const secret = await beginSecondFactor(companyId, person.user.id)
  const row = (await getSecondFactor(companyId, person.user.id))!
  const { write, codes } = confirmSecondFactor(row, totpCode(secret))!
  await transact([write])
  return { person, recovery: codes }
}

describe('a second factor that is required from now on', { timeout: 60_000 }, () => {
  it('ends a session without one at its next refresh, by its code, and the sign-in leads through the set-up', async () => {
    const company = await makeCompany({ passwordHash: await hash })
    const { admin } = company
    const browser = await gateway.open(admin)
    expect((await require(company)).status).toBe(200)
    // Who is at work goes on until their token is over: nothing is lost that is on its way.
    expect((await call(settings.list, { as: admin })).status).toBe(200)
    const refused = await refresh(admin)
    expect([refused.status, refused.error, refused.raw]).toEqual([
      401,
      'ERR_SECOND_FACTOR_MISSING',
      { error: 'ERR_SECOND_FACTOR_MISSING' },
    ])
    expect(refused.cookies[0]).toMatch(/^jrt=; Max-Age=0/)
    expect((await me(admin.token)).error).toBe('ERR_SESSION_ENDED')
    await expect.poll(() => browser.closed()).toBe(true)
    expect((await refresh(admin)).error).toBe('ERR_SESSION_ENDED')

    const step = await signIn(admin)
    expect([step.error, step.cookies]).toEqual(['ERR_SECOND_FACTOR_SETUP', []])
    const token = step.raw.token as string
    const { secret } = (await call(signInSteps.begin, { body: { token } })).body
    const code = totpCode(secret)
    const done = await call(signInSteps.confirm, { body: { token, code }, sourceIp: sourceIp() })
    expect(done.status).toBe(200)
    const cookie = done.cookies.find(each => each.startsWith('jrt='))!.split(';')[0]!
    expect((await refreshBy(cookie)).status).toBe(200)
  })

  it('lets who has one go on, and everybody of other companies; a key that nobody confirmed is none', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const { person } = await withFactor(company.id)
    const begun = await makeUser(company.id)
    await beginSecondFactor(company.id, begun.user.id)
    await require(company)
    expect((await refresh(person)).status).toBe(200)
    expect((await refresh(begun)).error).toBe('ERR_SECOND_FACTOR_MISSING')
    expect((await refresh(other.admin)).status).toBe(200)
  })

  it('lets who sets theirs up before the next refresh stay, and ends who had it taken away', async () => {
    const company = await makeCompany({ passwordHash: await hash })
    const { admin } = company
    await require(company)
    const begun = await call(secondFactor.begin, { as: admin, body: { currentPassword: PASSWORD } })
    const code = totpCode(begun.body.secret)
    expect((await call(secondFactor.confirm, { as: admin, body: { code } })).status).toBe(200)
    expect((await refresh(admin)).status).toBe(200)
    const { person } = await withFactor(company.id)
    await call(users.resetSecondFactor, { as: admin, params: { id: person.user.id } })
    expect((await refresh(person)).error).toBe('ERR_SECOND_FACTOR_MISSING')
  })

  it('is no longer asked for once it is switched off', async () => {
    const company = await makeCompany()
    await require(company)
    await saveSetting(company.id, 'requireSecondFactor', 'disabled')
    expect((await refresh(company.admin)).status).toBe(200)
  })

  it('catches a sign-in that was under way when it was switched on', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const company = await makeCompany({ passwordHash: await hash })
        const [answer] = await Promise.all([
          signIn(company.admin),
          saveSetting(company.id, 'requireSecondFactor', 'enabled'),
        ])
        if (answer.status !== 200) return answer.error
        return (await refreshBy(answer.cookies.find(each => each.startsWith('jrt='))!.split(';')[0]!)).error
      }),
    )
    // Either it was in time for the sign-in, or the session that came of it ends.
    for (const outcome of rounds) expect(['ERR_SECOND_FACTOR_SETUP', 'ERR_SECOND_FACTOR_MISSING']).toContain(outcome)
  })

  it('catches who switches theirs off in that moment', async () => {
    const company = await makeCompany()
    const { person, recovery } = await withFactor(company.id, { passwordHash: await hash })
    const body = { currentPassword: PASSWORD, code: recovery[0]! }
    const [off] = await Promise.all([
      call(secondFactor.remove, { as: person, body }),
      saveSetting(company.id, 'requireSecondFactor', 'enabled'),
    ])
    const after = await refresh(person)
    expect([off.status, after.status, after.error]).toEqual(
      off.status === 204 ? [204, 401, 'ERR_SECOND_FACTOR_MISSING'] : [422, 200, undefined],
    )
  })

  it('leaves no way around it by sessions that a password or an e-mail starts anew', async () => {
    const company = await makeCompany()
    const person = await makeUser(company.id, { passwordHash: await hash })
    const other = await makeUser(company.id)
    await require(company)
    const params = { id: person.user.id }
    const changed = await call(users.update, {
      as: person,
      params,
      body: { password: 'Another1!', currentPassword: PASSWORD },
    })
    expect([changed.status, changed.error]).toEqual([401, 'ERR_SECOND_FACTOR_MISSING'])
    expect((await signIn(person)).error).toBe('ERR_SECOND_FACTOR_SETUP')
    expect((await me(person.token)).error).toBe('ERR_SESSION_ENDED')
    const byCode = await call(emailConfirmation.code, { as: other, body: { code: 'ABCD2345' } })
    expect([byCode.status, byCode.error]).toEqual([401, 'ERR_SECOND_FACTOR_MISSING'])
  })

  it('does not concern who is there for support', async () => {
    const company = await makeCompany()
    await require(company)
    const root = await makeUser((await makeCompany()).id, { super: true })
    const begun = await call(auth.startSupport, { as: root, body: { companyId: company.id } })
    const cookie = begun.cookies.find(each => each.startsWith('jrs='))!.split(';')[0]!
    expect((await refreshBy(cookie)).body.user.support?.id).toBe(root.user.id)
  })

  it('costs a refresh nothing where it is not required, and half a unit or one where it is', async () => {
    const [without, company] = [await makeCompany(), await makeCompany()]
    const { person } = await withFactor(company.id)
    await require(company)
    const free = await metered(() => refresh(without.admin))
    const asked = await metered(() => refresh(person))
    expect([free.result.status, asked.result.status]).toEqual([200, 200])
    expect(asked.units.read - free.units.read).toBeLessThanOrEqual(1)
    expect(asked.units.write).toBe(free.units.write)
  })
})
