import { auth } from '@balcao/shared/api/account/auth.ts'
import { secondFactor, signInSteps } from '@balcao/shared/api/account/second-factor.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { totpCode } from '../../../../test/totp-code.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../../../data/account/second-factor.ts'
import { newChallenge } from '../../../data/account/sign-in-challenge.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { metered } from '../../../data/table/meter.ts'
import { transact } from '../../../data/table/transact.ts'
import { deleteUser, getPasswordHash, replacePasswordHash } from '../../../data/team/user.ts'
import { hashPassword } from '../../../http/password.ts'

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)
const STEP = 30_000

let address = 0
const from = () => `198.51.100.${++address}-${process.pid}-${Date.now()}`

afterEach(() => vi.useRealTimers())
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

const signIn = ({ user }: TestUser, sourceIp = from()) =>
  call(auth.login, { body: { email: user.email, password: PASSWORD }, sourceIp })
const tokenOf = (answer: Answer<unknown>): string => answer.raw.token as string
const enter = (token: string, code: string, sourceIp = from()) =>
  call(signInSteps.enter, { body: { token, code }, sourceIp })

/** A person with a second factor; `code` is the next one that has not been used. */
async function withFactor(company: TestCompany, options: Parameters<typeof makeUser>[1] = {}) {
  const person = await makeUser(company.id, options)
  const { id } = person.user
  const secret = await beginSecondFactor(company.id, id)
  const { write, codes: recovery } = confirmSecondFactor((await getSecondFactor(company.id, id))!, totpCode(secret))!
  await transact([write])
  let at = Date.now()
  const code = () => {
    at = Math.max(at + STEP, Date.now())
    if (Date.now() < at - STEP) later(at - STEP - Date.now())
    return totpCode(secret, at)
  }
  return { person, secret, code, recovery }
}

/** Returns the challenge after a correct password, without deriving a key each time. */
const stepFor = async ({ user }: TestUser): Promise<string> =>
  newChallenge(user.companyId, user.id, 'code', (await getPasswordHash(user.companyId, user.id))!)

const kinds = async (companyId: string, verb: 'changeSecondFactor' | 'signInRefused' | 'signIn') =>
  (await listAudit(companyId, { verb }, { limit: 50 })).entries

describe('setting up a second factor', { timeout: 60_000 }, () => {
  it('asks for the password, counts once a code of it was confirmed, and shows ten recovery codes then', async () => {
    const company = await makeCompany()
    const person = await makeUser(company.id, { passwordHash: await hash })
    const wrong = await call(secondFactor.begin, { as: person, body: { currentPassword: 'nope' } })
    expect([wrong.status, wrong.error]).toEqual([422, 'ERR_CURRENT_PASSWORD'])
    const begun = await call(secondFactor.begin, { as: person, body: { currentPassword: PASSWORD } })
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    expect((await call(secondFactor.get, { as: person })).body).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
    expect((await signIn(person)).status).toBe(200)

    const again = await call(secondFactor.begin, { as: await revived(person), body: { currentPassword: PASSWORD } })
    const as = await revived(person)
    const old = await call(secondFactor.confirm, { as, body: { code: totpCode(begun.body.secret) } })
    expect([old.status, old.error]).toEqual([422, 'ERR_SECOND_FACTOR_CODE'])
    const code = totpCode(again.body.secret)
    const done = await call(secondFactor.confirm, { as, body: { code } })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    for (const each of done.body.recoveryCodes) expect(each).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    expect((await call(secondFactor.get, { as })).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect((await call(secondFactor.begin, { as, body: { currentPassword: PASSWORD } })).error).toBe(
      'ERR_SECOND_FACTOR_ON',
    )
    const row = JSON.stringify([await getSecondFactor(company.id, person.user.id)])
    expect(row).not.toContain(again.body.secret)
    expect(await mailTo(person.user.email, 1)).toMatchObject([{ changed: 'secondFactorOn', byOther: false }])
    // The code that confirmed it opens nothing.
    expect((await enter(tokenOf(await signIn(person)), code)).error).toBe('ERR_SECOND_FACTOR_CODE')
  })

  it('is not for somebody who is there for support', async () => {
    const { admin } = await makeCompany()
    const { requireNotSupport } = await import('./require-not-support.ts')
    const ctx = { companyId: admin.user.companyId, actor: { ...admin.actor, support: { id: 's', name: 'Sara' } } }
    await expect(requireNotSupport(ctx as never)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  })
})

/** The person with the token of a session of now: a sign-in ends the one there was. */
async function revived(person: TestUser): Promise<TestUser> {
  const { body } = await signIn(person)
  return { ...person, token: body.token }
}

describe('signing in with it', { timeout: 60_000 }, () => {
  it('takes a code after the password, and no session before', async () => {
    const company = await makeCompany()
    const { person, code } = await withFactor(company, { passwordHash: await hash })
    const first = await signIn(person)
    expect([first.status, first.error, first.cookies]).toEqual([401, 'ERR_SECOND_FACTOR_REQUIRED', []])
    expect(Object.keys(first.raw).sort()).toEqual(['error', 'token'])
    const second = await enter(tokenOf(first), code(), '203.0.113.77')
    expect(second.status).toBe(200)
    expect(second.cookies.map(cookie => cookie.slice(0, 4))).toEqual(['jrt=', 'jdv='])
    const me = await call(auth.me, { headers: { authorization: `Bearer ${second.body.token}` } })
    expect(me.body.id).toBe(person.user.id)
    expect((await enter(tokenOf(first), code())).error).toBe('ERR_SECOND_FACTOR_TOKEN')
    expect((await kinds(company.id, 'signIn'))[0]).toMatchObject({
      address: '203.0.113.77',
      user: { id: person.user.id },
    })
  })

  it('refuses a code that was used, by another sign-in as well, and one of an earlier step', async () => {
    const company = await makeCompany()
    const { person, secret, code } = await withFactor(company)
    const [one, two] = [await stepFor(person), await stepFor(person)]
    const next = code()
    const both = await Promise.all([enter(one, next), enter(two, next)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const third = await stepFor(person)
    expect((await enter(third, next)).error).toBe('ERR_SECOND_FACTOR_CODE')
    expect((await enter(third, totpCode(secret, Date.now() - STEP))).error).toBe('ERR_SECOND_FACTOR_CODE')
    expect((await kinds(company.id, 'signInRefused')).length).toBe(3)
  })

  it('bears a clock that is one step off, not two', async () => {
    const { person, secret } = await withFactor(await makeCompany())
    later(10 * STEP)
    const token = await stepFor(person)
    for (const off of [-2, 2]) {
      expect((await enter(token, totpCode(secret, Date.now() + off * STEP))).error).toBe('ERR_SECOND_FACTOR_CODE')
    }
    expect((await enter(token, totpCode(secret, Date.now() - STEP))).status).toBe(200)
    expect((await enter(await stepFor(person), totpCode(secret, Date.now() + STEP))).status).toBe(200)
  })

  it('takes each recovery code once, however parallel and however it is written', async () => {
    const { person, recovery } = await withFactor(await makeCompany())
    const tokens = [await stepFor(person), await stepFor(person), await stepFor(person)]
    const written = [recovery[0]!, recovery[0]!.toLowerCase(), recovery[0]!.replaceAll('-', ' ')]
    const answers = await Promise.all(tokens.map((token, i) => enter(token, written[i]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const { body } = answers.find(({ status }) => status === 200)!
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await call(secondFactor.get, { headers })).body.recoveryCodesLeft).toBe(9)
    expect((await enter(await stepFor(person), recovery[1]!)).status).toBe(200)
  })

  it('gives five tries a password, and ten in all in a quarter of an hour', async () => {
    const { person, code } = await withFactor(await makeCompany())
    const tries = async (token: string) => {
      const answers: (string | number | undefined)[] = []
      for (let i = 0; i < 6; i++) answers.push((await enter(token, '000000')).error)
      return answers
    }
    const wrong = Array.from({ length: 5 }, () => 'ERR_SECOND_FACTOR_CODE')
    expect(await tries(await stepFor(person))).toEqual([...wrong, 'ERR_SECOND_FACTOR_TOKEN'])
    expect(await tries(await stepFor(person))).toEqual([...wrong, 'ERR_SECOND_FACTOR_TOKEN'])
    const refused = await enter(await stepFor(person), code())
    expect([refused.status, refused.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    later(16 * 60_000)
    expect((await enter(await stepFor(person), code())).status).toBe(200)
  })

  it('counts wrong codes for the address they come from, like wrong passwords', async () => {
    const company = await makeCompany()
    const sourceIp = from()
    for (let i = 0; i < 2; i++) {
      const { person } = await withFactor(company)
      const token = await stepFor(person)
      for (let j = 0; j < 5; j++) await enter(token, '000000', sourceIp)
    }
    expect((await signIn(await makeUser(company.id), sourceIp)).status).toBe(429)
  })

  it('does not open for the token of another, a made-up one, one that is over, or after another password', async () => {
    const company = await makeCompany()
    const [ana, bia] = [await withFactor(company), await withFactor(company)]
    const token = await stepFor(ana.person)
    expect((await enter(token, bia.code())).error).toBe('ERR_SECOND_FACTOR_CODE')
    expect((await enter(token, bia.recovery[0]!)).error).toBe('ERR_SECOND_FACTOR_CODE')
    for (const bad of ['', '.', 'a.b', `${token.slice(0, -4)}AAAA`, token.replace('.', 'A.')])
      expect([bad, (await enter(bad, ana.recovery[0]!)).error]).toEqual([bad, 'ERR_SECOND_FACTOR_TOKEN'])
    await replacePasswordHash(company.id, ana.person.user.id, 'none', 'another one')
    expect((await enter(token, ana.recovery[0]!)).error).toBe('ERR_SECOND_FACTOR_TOKEN')
    const late = await stepFor(bia.person)
    later(6 * 60_000)
    expect((await enter(late, bia.recovery[1]!)).error).toBe('ERR_SECOND_FACTOR_TOKEN')
  })

  it('costs the main path one read unit more: its row comes with the others', async () => {
    const company = await makeCompany()
    const { person, code } = await withFactor(company, { passwordHash: await hash })
    const { result, units } = await metered(() => signIn(person))
    expect(units).toEqual({ read: 5, write: 5, calls: 7 })
    const step = await metered(() => enter(tokenOf(result), code()))
    expect(step.result.status).toBe(200)
    expect(step.units.read).toBeLessThanOrEqual(11)
    expect(step.units.write).toBeLessThanOrEqual(20)
  })
})

describe('a company that requires it', { timeout: 60_000 }, () => {
  it('leads to the set-up before there is a session, and lets nobody switch it off', async () => {
    const company = await makeCompany()
    await saveSetting(company.id, 'requireSecondFactor', 'enabled')
    const person = await makeUser(company.id, { passwordHash: await hash })
    const first = await signIn(person)
    expect([first.status, first.error, first.cookies]).toEqual([401, 'ERR_SECOND_FACTOR_SETUP', []])
    const token = tokenOf(first)
    // The token of a set-up is none of a code, and the other way round.
    expect((await enter(token, '123456')).error).toBe('ERR_SECOND_FACTOR_TOKEN')
    const begun = await call(signInSteps.begin, { body: { token } })
    const wrong = await call(signInSteps.confirm, { body: { token, code: '000000' }, sourceIp: from() })
    expect(wrong.error).toBe('ERR_SECOND_FACTOR_CODE')
    const code = totpCode(begun.body.secret)
    const both = await Promise.all(
      [1, 2].map(() => call(signInSteps.confirm, { body: { token, code }, sourceIp: from() })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    const done = both.find(({ status }) => status === 200)!
    expect(done.body.recoveryCodes).toHaveLength(10)
    const as = { ...person, token: done.body.token }
    expect((await call(secondFactor.get, { as })).body).toMatchObject({ enabled: true, required: true })
    const off = await call(secondFactor.remove, {
      as,
      body: { currentPassword: PASSWORD, code: done.body.recoveryCodes[0]! },
    })
    expect([off.status, off.error]).toEqual([422, 'ERR_SECOND_FACTOR_ENFORCED'])
    expect((await signIn(person)).error).toBe('ERR_SECOND_FACTOR_REQUIRED')
    expect((await kinds(company.id, 'changeSecondFactor')).length).toBe(1)
  })
})

describe('what becomes of it', { timeout: 60_000 }, () => {
  it('is switched off by password and code, after which the password is enough', async () => {
    const company = await makeCompany()
    const { person, code, recovery } = await withFactor(company, { passwordHash: await hash })
    const off = (currentPassword: string, given: string) =>
      call(secondFactor.remove, { as: person, body: { currentPassword, code: given } })
    expect((await off('nope', recovery[0]!)).error).toBe('ERR_CURRENT_PASSWORD')
    expect((await off(PASSWORD, '000000')).error).toBe('ERR_SECOND_FACTOR_CODE')
    expect((await off(PASSWORD, code())).status).toBe(204)
    expect((await signIn(person)).status).toBe(200)
  })

  it('has new recovery codes by a code of the app, and the old ones are worth nothing', async () => {
    const { person, code, recovery } = await withFactor(await makeCompany())
    const byRecovery = await call(secondFactor.renewCodes, { as: person, body: { code: recovery[0]! } })
    expect(byRecovery.error).toBe('ERR_SECOND_FACTOR_CODE')
    const renewed = await call(secondFactor.renewCodes, { as: person, body: { code: code() } })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const token = await stepFor(person)
    expect((await enter(token, recovery[0]!)).error).toBe('ERR_SECOND_FACTOR_CODE')
    expect((await enter(token, renewed.body.recoveryCodes[0]!)).status).toBe(200)
  })

  it('is bounded by tries for who is signed in as well', async () => {
    const { person, code } = await withFactor(await makeCompany())
    const guess = () => call(secondFactor.renewCodes, { as: person, body: { code: '000000' } })
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(422)
    expect((await call(secondFactor.renewCodes, { as: person, body: { code: code() } })).status).toBe(429)
  })

  it('is taken away by an admin, who tells them so, and not by others, nor of another company', async () => {
    const company = await makeCompany()
    const { person } = await withFactor(company)
    const { person: root } = await withFactor(company, { super: true })
    const params = { id: person.user.id }
    const stranger = await makeCompany()
    expect((await call(users.resetSecondFactor, { as: stranger.admin, params })).status).toBe(204)
    expect((await call(users.getSecondFactor, { as: stranger.admin, params })).status).toBe(404)
    expect((await call(users.resetSecondFactor, { as: person, params })).status).toBe(403)
    for (const id of [root.user.id, company.admin.user.id])
      expect((await call(users.resetSecondFactor, { as: company.admin, params: { id } })).error).toBe(
        'ERR_NO_PERMISSION',
      )
    expect((await call(users.getSecondFactor, { as: company.admin, params })).body).toEqual({ enabled: true })
    expect((await call(users.resetSecondFactor, { as: company.admin, params })).status).toBe(204)
    expect((await call(users.getSecondFactor, { as: company.admin, params })).body).toEqual({ enabled: false })
    const without = await call(secondFactor.renewCodes, { as: person, body: { code: '123456' } })
    expect(without.error).toBe('ERR_SECOND_FACTOR_OFF')
    const [entry] = await kinds(company.id, 'changeSecondFactor')
    expect(entry).toMatchObject({ user: { id: company.admin.user.id }, subjectId: person.user.id })
    const mail = await mailTo(person.user.email, 1)
    expect(mail).toContainEqual(expect.objectContaining({ changed: 'secondFactorOff', byOther: true }))
  })

  it('goes with its user', async () => {
    const company = await makeCompany()
    const { person } = await withFactor(company)
    await deleteUser(person.user)
    expect(await getSecondFactor(company.id, person.user.id)).toBeUndefined()
  })
})
