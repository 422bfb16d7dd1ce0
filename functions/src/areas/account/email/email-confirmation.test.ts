import { auth } from '@balcao/shared/api/account/auth.ts'
import { emailConfirmation } from '@balcao/shared/api/account/email-confirmation.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makePlan, makeUser, type TestUser } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { newConfirmationCode } from '../../../data/account/email-confirmation.ts'
import { emailToken } from '../../../data/account/email-token.ts'
import { getUser } from '../../../data/team/user.ts'
import { hashPassword } from '../../../http/password.ts'

const PASSWORD = 'correct horse'
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
})

const newEmail = () => `${newId()}@example.com`
/** An address of its own: what is counted for one must not meet another test. */
const from = () => `198.51.100.7-${newId()}`
const confirm = (token: string, sourceIp = from()) => call(emailConfirmation.confirm, { body: { token }, sourceIp })
const tokenFor = async ({ companyId, id }: { companyId: string; id: string }, email: string) =>
  emailToken(companyId, id, await newConfirmationCode(companyId, id, email))
const signIn = (email: string) => call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })

/** Somebody who signed up a moment ago. */
async function signUp(language = 'es') {
  const email = newEmail()
  const plan = await makePlan()
  const made = await call(companies.signup, {
    body: { name: `Loja ${newId()}`, email, phone: '(11) 99999-0000', password: PASSWORD, planId: plan.id },
    headers: { 'accept-language': language },
    sourceIp: from(),
  })
  expect(made.status).toBe(201)
  const { body } = await signIn(email)
  const as = { token: body.token } as TestUser
  return { as, user: body.user, email }
}

/** Somebody who wants another address. */
async function wanting() {
  const company = await makeCompany()
  const { user, ...as } = await makeUser(company.id, { passwordHash })
  const email = newEmail()
  const asked = await call(users.update, {
    as: { user, ...as },
    params: { id: user.id },
    body: { email, currentPassword: PASSWORD },
  })
  expect(asked.status).toBe(200)
  return { company, user, as: { user, ...as } as TestUser, email, asked }
}

describe('the e-mail of who signed up', { timeout: 60_000 }, () => {
  it('is asked for by a letter in their language, and nothing waits for it', async () => {
    const { as, user, email } = await signUp()
    expect(user).toMatchObject({ email, emailConfirmed: false, pendingEmail: null })
    expect(await mailTo(email, 1)).toMatchObject([{ type: 'emailConfirmation', language: 'es', to: email }])
    expect((await call(users.list, { as })).status).toBe(200)
  })

  it('is confirmed by the link, once, and the same link again changes nothing', async () => {
    const { as, user, email } = await signUp()
    const token = await tokenFor(user, email)
    const answers = await Promise.all(Array.from({ length: 3 }, () => confirm(token)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const again = await confirm(token)
    expect([again.status, again.body]).toEqual([200, { email }])
    const me = await call(auth.me, { as })
    expect(me.body).toMatchObject({ emailConfirmed: true, email })
  })

  it('is confirmed by the code, typed in whatever case', async () => {
    const { as, user, email } = await signUp()
    const code = await newConfirmationCode(user.companyId, user.id, email)
    const answer = await call(emailConfirmation.code, {
      as,
      body: { code: ` ${code.toLowerCase()} ` },
      sourceIp: from(),
    })
    expect([answer.status, answer.body.emailConfirmed, answer.cookies]).toEqual([200, true, []])
    expect(answer.body).not.toHaveProperty('token')
    expect((await call(auth.me, { as })).status).toBe(200)
  })

  it('is asked for again five times in a quarter of an hour, and no more once it is confirmed', async () => {
    const { as, user, email } = await signUp()
    const send = () => call(emailConfirmation.send, { as })
    for (let n = 0; n < 5; n++) expect((await send()).status).toBe(204)
    const refused = await send()
    expect([refused.error, refused.headers['retry-after']]).toEqual(['ERR_TOO_MANY_REQUESTS', expect.any(String)])
    expect((await confirm(await tokenFor(user, email))).status).toBe(200)
    expect((await send()).status).toBe(204)
  })
})

describe('a code of confirmation', { timeout: 60_000 }, () => {
  it('is refused alike when it is wrong, of another, of nobody or no token at all', async () => {
    const { user, email } = await signUp()
    const other = await signUp()
    const code = await newConfirmationCode(user.companyId, user.id, email)
    for (const token of [
      emailToken(user.companyId, user.id, 'AAAAAAAA'),
      emailToken(other.user.companyId, other.user.id, code),
      emailToken(other.user.companyId, user.id, code),
      emailToken(newId(), newId(), code),
      '',
      'x',
      `${user.companyId}.${user.id}`,
      `${user.companyId}.${user.id}.${code}.${code}`,
    ]) {
      const answer = await confirm(token)
      expect([answer.status, answer.raw]).toEqual([422, { error: 'ERR_CONFIRMATION_CODE' }])
    }
    expect((await getUser(user.companyId, user.id, true))?.emailConfirmed).toBe(false)
  })

  it('leaves five tries, of which parallel ones are all counted, and ten from an address', async () => {
    const { user, email } = await signUp()
    const token = await tokenFor(user, email)
    const wrong = emailToken(user.companyId, user.id, 'AAAAAAAA')
    await Promise.all(Array.from({ length: 5 }, () => confirm(wrong)))
    expect((await confirm(token)).error).toBe('ERR_CONFIRMATION_CODE')
    const fresh = await tokenFor(user, email)
    const address = from()
    for (let n = 0; n < 10; n++) expect((await confirm('x', address)).status).toBe(422)
    expect((await confirm(fresh, address)).error).toBe('ERR_TOO_MANY_REQUESTS')
    expect((await confirm(fresh)).status).toBe(200)
  })
})

describe('another own e-mail', { timeout: 60_000 }, () => {
  it('counts once the letter to it is answered; then every session ends and the old address is notified', async () => {
    const { user, as, email, asked } = await wanting()
    expect(asked.body).toMatchObject({ email: user.email, pendingEmail: email, emailConfirmed: true })
    expect(asked.cookies).toEqual([])
    expect(await mailTo(email, 1)).toMatchObject([{ type: 'emailConfirmation', to: email }])
    expect((await signIn(email)).error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await call(auth.me, { as })).status).toBe(200)

    const answer = await confirm(await tokenFor(user, email))
    expect([answer.status, answer.body]).toEqual([200, { email }])
    await expect.poll(async () => (await call(auth.me, { as })).error).toBe('ERR_SESSION_ENDED')
    expect((await signIn(user.email)).error).toBe('ERR_INVALID_CREDENTIALS')
    expect((await signIn(email)).body.user).toMatchObject({ email, pendingEmail: null })
    expect(await mailTo(user.email, 1)).toMatchObject([{ type: 'signInChanged', changed: 'email', byOther: false }])
  })

  it('confirmed where one is signed in leaves that session a new token, and every other dead', async () => {
    const { user, as, email } = await wanting()
    const code = await newConfirmationCode(user.companyId, user.id, email)
    const answer = await call(emailConfirmation.code, { as, body: { code }, sourceIp: from() })
    expect(answer.body).toMatchObject({ email, pendingEmail: null, token: expect.any(String) })
    expect(answer.cookies[0]).toMatch(/^jrt=/)
    expect((await call(auth.me, { as })).error).toBe('ERR_SESSION_ENDED')
    expect((await call(auth.me, { as: { ...as, token: answer.body.token! } })).status).toBe(200)
  })

  it('is one of two who want it at once', async () => {
    const [one, two] = [await wanting(), await wanting()]
    const same = await call(users.update, {
      as: two.as,
      params: { id: two.user.id },
      body: { email: one.email, currentPassword: PASSWORD },
    })
    expect(same.status).toBe(200)
    const tokens = await Promise.all([one, two].map(({ user }) => tokenFor(user, one.email)))
    const answers = await Promise.all(tokens.map(token => confirm(token)))
    expect(answers.map(({ error }) => error ?? 'taken').sort()).toEqual(['ERR_EMAIL_ALREADY_EXISTS', 'taken'])
    const third = await wanting()
    const taken = await call(users.update, {
      as: third.as,
      params: { id: third.user.id },
      body: { email: one.email.toUpperCase(), currentPassword: PASSWORD },
    })
    expect(taken.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  })

  it('is given up, or another one is wanted: its letter opens nothing any more', async () => {
    const { user, as, email } = await wanting()
    const token = await tokenFor(user, email)
    expect((await call(emailConfirmation.giveUp, { as })).status).toBe(204)
    expect((await call(auth.me, { as })).body.pendingEmail).toBeNull()
    expect((await confirm(token)).error).toBe('ERR_CONFIRMATION_CODE')
    expect((await getUser(user.companyId, user.id, true))?.email).toBe(user.email)
  })

  it('given by an admin counts at once, and ends what the person wanted', async () => {
    const { company, user, email } = await wanting()
    const given = newEmail()
    const token = await tokenFor(user, email)
    const answer = await call(users.update, { as: company.admin, params: { id: user.id }, body: { email: given } })
    expect(answer.body).toMatchObject({ email: given, pendingEmail: null, emailConfirmed: true })
    expect((await confirm(token)).error).toBe('ERR_CONFIRMATION_CODE')
  })
})
