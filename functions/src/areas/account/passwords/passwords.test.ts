import { auth } from '@balcao/shared/api/account/auth.ts'
import { forgetpassword, resetpasswords } from '@balcao/shared/api/account/passwords.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, rawRow, type TestCompany } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { keyedDigest } from '../../../data/account/email-code.ts'
import { newResetCode } from '../../../data/account/password-reset.ts'
import { changeUser, requireUser } from '../../../data/team/user.ts'

const NEW = 'Novo-Cavalo-9'
let addresses = 0
/** An address of its own: what is counted for one must not meet another test. */
const from = () => {
  addresses += 1
  return `2001:db8:${process.pid.toString(16)}:${addresses.toString(16)}::1`.replace(
    'db8',
    (0x1000 + Math.floor(Math.random() * 0xdfff)).toString(16),
  )
}
const request = (email: string, sourceIp = from(), query: { companyId?: string } = {}) =>
  call(forgetpassword.request, { params: { email }, query, sourceIp })
const reset = (email: string, token: string, sourceIp = from(), password = NEW) =>
  call(resetpasswords.reset, { body: { email, token, password }, sourceIp })
/** Returns the key of the row with the code of an email address. */
const codeRow = (email: string) => {
  const holder = keyedDigest(`reset of ${email}`)
  return rawRow({ pk: `system#reset#${holder.slice(0, 2)}#code`, sk: `passwordReset#${holder}` })
}
const codeOf = ({ id, admin }: TestCompany) => newResetCode(admin.user.email, { companyId: id, userId: admin.user.id })

describe('a forgotten password', { timeout: 60_000 }, () => {
  it('is answered alike for an e-mail of somebody and of nobody, and a letter is left for both', async () => {
    const company = await makeCompany()
    for (const email of [company.admin.user.email, `${crypto.randomUUID()}@example.com`]) {
      const answer = await request(email.toUpperCase())
      expect([answer.status, answer.raw, answer.cookies]).toEqual([204, {}, []])
      expect(await mailTo(email, 1)).toMatchObject([{ type: 'passwordReset', language: 'pt', to: email }])
    }
  })

  it('is said to be nobody’s only on the page of a company that wants that, for whoever is not of it', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const ask = (email: string) => request(email, from(), { companyId: company.id })
    const strangers = [other.admin.user.email, `${crypto.randomUUID()}@example.com`]
    for (const email of strangers) expect((await ask(email)).status).toBe(204)
    await call(settings.update, {
      as: company.admin,
      params: { key: 'revealUnknownEmail' },
      body: { value: 'enabled' },
    })
    for (const email of strangers) expect((await ask(email)).error).toBe('ERR_NO_EMAIL_FOUND')
    expect((await ask(company.admin.user.email)).status).toBe(204)
    for (const email of strangers) expect((await request(email)).status).toBe(204)
  })

  it('is asked for ten times from an address, and ten times for an e-mail, in a quarter of an hour', async () => {
    const [email, address] = [`${crypto.randomUUID()}@example.com`, from()]
    const statuses = async (work: (n: number) => ReturnType<typeof request>) =>
      (await Promise.all(Array.from({ length: 12 }, (_, n) => work(n)))).map(({ status }) => status).sort()
    const wanted = [...Array(10).fill(204), 429, 429]
    expect(await statuses(() => request(`${crypto.randomUUID()}@example.com`, address))).toEqual(wanted)
    expect(await statuses(() => request(email))).toEqual(wanted)
    expect((await request(email)).headers['retry-after']).toMatch(/^\d+$/)
  })
})

describe('a new password by a code', { timeout: 60_000 }, () => {
  it('is set once; every session of before ends, and a notice is left', async () => {
    const company = await makeCompany()
    const { user } = company.admin
    const code = await codeOf(company)
    expect((await call(auth.me, { as: company.admin })).status).toBe(200)
    const answer = await reset(user.email.toUpperCase(), ` ${code.toLowerCase()} `)
    expect([answer.status, answer.raw]).toEqual([204, {}])
    await expect.poll(async () => (await call(auth.me, { as: company.admin })).error).toBe('ERR_SESSION_ENDED')
    expect((await call(auth.login, { body: { email: user.email, password: NEW }, sourceIp: from() })).status).toBe(200)
    expect(await mailTo(user.email, 1)).toMatchObject([{ type: 'signInChanged', changed: 'password', byOther: false }])
    expect((await reset(user.email, code)).error).toBe('ERR_RESET_CODE')
  })

  it('is set by the call with everything in its path, too', async () => {
    const company = await makeCompany()
    const params = { email: company.admin.user.email, token: await codeOf(company), password: 'Com/barra%9' }
    expect((await call(resetpasswords.resetByPath, { params, sourceIp: from() })).status).toBe(204)
    const body = { email: params.email, password: params.password }
    expect((await call(auth.login, { body, sourceIp: from() })).status).toBe(200)
  })

  it('is set by one of many parallel calls', async () => {
    const company = await makeCompany()
    const code = await codeOf(company)
    const answers = await Promise.all(Array.from({ length: 4 }, () => reset(company.admin.user.email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422])
  })

  it('is refused with a wrong code as for an e-mail of nobody, and changes nothing', async () => {
    const company = await makeCompany()
    await codeOf(company)
    for (const email of [company.admin.user.email, `${crypto.randomUUID()}@example.com`]) {
      const answer = await reset(email, 'AAAAAAAA')
      expect([answer.status, answer.raw]).toEqual([
        422,
        { error: 'ERR_RESET_CODE', details: [{ path: 'token', code: 'ERR_RESET_CODE', message: 'ERR_RESET_CODE' }] },
      ])
    }
    expect((await call(auth.me, { as: company.admin })).status).toBe(200)
  })

  it('takes five tries of a code; another code takes its place', async () => {
    const company = await makeCompany()
    const { email } = company.admin.user
    const earlier = await codeOf(company)
    const code = await codeOf(company)
    expect((await reset(email, earlier)).error).toBe('ERR_RESET_CODE')
    for (let n = 0; n < 4; n++) expect((await reset(email, 'AAAAAAAA')).error).toBe('ERR_RESET_CODE')
    expect((await reset(email, code)).error).toBe('ERR_RESET_CODE')
    expect((await reset(email, await codeOf(company))).status).toBe(204)
  })

  it('is not another user’s, and not kept as it is', async () => {
    const company = await makeCompany()
    const { user } = await makeUser(company.id)
    const code = await codeOf(company)
    expect((await reset(user.email, code)).error).toBe('ERR_RESET_CODE')
    const row = await codeRow(company.admin.user.email)
    expect(JSON.stringify(row)).not.toContain(code)
    for (const known of [company.id, company.admin.user.id, company.admin.user.email])
      expect(JSON.stringify(row)).not.toContain(known)
    expect(Number(row!.expiresAt) - Date.now() / 1000).toBeLessThanOrEqual(1800)
  })

  it('is refused from an address after ten wrong codes, before anything is tried', async () => {
    const company = await makeCompany()
    const address = from()
    for (let n = 0; n < 10; n++)
      expect((await reset(`${crypto.randomUUID()}@example.com`, 'AAAAAAAA', address)).status).toBe(422)
    const code = await codeOf(company)
    expect((await reset(company.admin.user.email, code, address)).error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await reset(company.admin.user.email, code)).status).toBe(204)
  })

  it.each(['Curta1a', 'semmaiuscula1', 'SEMMINUSCULA1', 'SemNumero', `Aa1${'x'.repeat(48)}`])(
    'asks for more than %s, and the code stays good',
    async password => {
      const company = await makeCompany()
      const code = await codeOf(company)
      expect((await reset(company.admin.user.email, code, from(), password)).error).toBe('ERR_VALIDATION')
      expect((await reset(company.admin.user.email, code)).status).toBe(204)
    },
  )

  it('is refused when it is weak and the company wants none', async () => {
    const company = await makeCompany()
    await call(settings.update, {
      as: company.admin,
      params: { key: 'refuseWeakPasswords' },
      body: { value: 'enabled' },
    })
    const code = await codeOf(company)
    const { email } = company.admin.user
    expect((await reset(email, code, from(), 'Password1')).error).toBe('ERR_WEAK_PASSWORD')
    expect((await reset(email, code, from(), 'Quatro-Janelas-77-Azuis')).status).toBe(204)
  })

  it('lies alike for an e-mail of somebody and of nobody, and opens nothing once the e-mail is another’s', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const { email } = company.admin.user
    const nobody = `${newId()}@example.com`
    const code = await codeOf(company)
    const ofNobody = await newResetCode(nobody, undefined)
    const [row, rowOfNobody] = [await codeRow(email), await codeRow(nobody)]
    const shape = (each: Record<string, unknown> | undefined) =>
      Object.fromEntries(Object.entries(each!).map(([name, value]) => [name, String(value).length]))
    expect(shape(rowOfNobody)).toEqual(shape(row))
    expect((await reset(nobody, ofNobody)).error).toBe('ERR_RESET_CODE')

    await changeUser(await requireUser(company.id, company.admin.user.id), { email: `gone-${email}` })
    await changeUser(await requireUser(other.id, other.admin.user.id), { email })
    expect((await reset(email, code)).error).toBe('ERR_RESET_CODE')
  })

  it('is of no use to who is gone', async () => {
    expect((await reset(`${newId()}@example.com`, 'ABCD2345')).error).toBe('ERR_RESET_CODE')
  })
})
