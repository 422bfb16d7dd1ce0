import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { takeAttempt } from '../../../data/login-attempt.ts'
import { hashPassword } from '../../../http/password.ts'

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)

/** Addresses are counted: every test comes from its own. */
let address = 0
const from = () => `203.0.113.${++address}-${process.pid}-${Date.now()}`

/** Failures that lie behind, without the key derivation each of them costs. */
async function earlierFailures(kind: 'email' | 'address', value: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect(await takeAttempt(kind, value, 10)).toBe(0)
}

// Each sign-in derives a key from its password, on purpose slowly: a busy machine takes its time.
describe('signing in', { timeout: 120_000 }, () => {
  it('signs a new company up and in, with the trial the server decides', async () => {
    const offered = await call(plans.list)
    expect(offered.body.length).toBeGreaterThanOrEqual(2)
    const email = `${crypto.randomUUID()}@Example.com`
    const body = {
      name: `Loja ${crypto.randomUUID().slice(0, 8)}`,
      email,
      phone: '(11) 99999-0000',
      password: PASSWORD,
      planId: offered.body[0]!.id,
      dueDate: '2099-01-01T00:00:00.000Z',
      status: true,
    }
    const created = await call(companies.signup, { body })
    expect(created.status).toBe(201)
    expect(Date.parse(created.body.dueDate)).toBeLessThan(Date.now() + 3 * 86_400_000 + 1000)
    expect(created.body.schedules).toHaveLength(7)

    const signedIn = await call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.user).toMatchObject({
      profile: 'admin',
      super: false,
      email: email.toLowerCase(),
      company: { id: created.body.id, name: body.name },
    })
    expect(signedIn.body.user.company.settings).toContainEqual({ key: 'userRating', value: 'disabled' })
    expect(signedIn.cookies[0]).toMatch(/^jrt=[^;]+; Max-Age=604800; Path=\/api\/auth; HttpOnly; SameSite=Strict/)
    expect(JSON.stringify(signedIn.raw)).not.toContain('scrypt')

    const twice = await call(companies.signup, { body: { ...body, name: `${body.name} 2` } })
    expect([twice.status, twice.error]).toEqual([409, 'ERR_EMAIL_ALREADY_EXISTS'])
    const sameName = await call(companies.signup, {
      body: { ...body, name: body.name.toUpperCase(), email: `2${email}` },
    })
    expect([sameName.status, sameName.error]).toEqual([409, 'ERR_COMPANY_ALREADY_EXISTS'])
  })

  it('answers an unknown e-mail and a wrong password alike', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const sourceIp = from()
    const wrong = await call(auth.login, { body: { email: admin.user.email, password: 'nope' }, sourceIp })
    const unknown = await call(auth.login, {
      body: { email: `${crypto.randomUUID()}@example.com`, password: 'nope' },
      sourceIp,
    })
    expect([wrong.status, wrong.raw]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' }])
    expect([unknown.status, unknown.raw]).toEqual([wrong.status, wrong.raw])
  })

  it('refuses an e-mail after ten failures, wherever they come from, however parallel, and with the right password too', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    await earlierFailures('email', email, 6)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(auth.login, { body: { email, password: 'nope' }, sourceIp: from() })),
    )
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(4)
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(800)
    const right = await call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })
    expect([right.status, right.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
  })

  it('refuses an address after ten failures with different e-mails', async () => {
    const sourceIp = from()
    const attempt = () =>
      call(auth.login, { body: { email: `${crypto.randomUUID()}@example.com`, password: 'x' }, sourceIp })
    await earlierFailures('address', sourceIp, 8)
    for (let i = 0; i < 2; i++) expect((await attempt()).status).toBe(401)
    expect((await attempt()).status).toBe(429)
  })

  it('forgets earlier failures once the person got in', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    await earlierFailures('email', email, 9)
    expect((await call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })).status).toBe(200)
    expect((await call(auth.login, { body: { email, password: 'nope' }, sourceIp: from() })).status).toBe(401)
    expect((await call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })).status).toBe(200)
  })

  it('refuses a company past its due date, with the date, but not a super user', async () => {
    const dueDate = new Date(Date.now() - 1000).toISOString()
    const company = await makeCompany({ dueDate, passwordHash: await hash })
    const root = await makeUser(company.id, { super: true, passwordHash: await hash })
    const login = (email: string) => call(auth.login, { body: { email, password: PASSWORD }, sourceIp: from() })
    const refused = await login(company.admin.user.email)
    expect([refused.status, refused.raw]).toEqual([402, { error: 'ERR_COMPANY_EXPIRED', dueDate }])
    expect((await login(root.user.email)).status).toBe(200)
  })

  it('leaves one session of two parallel sign-ins, and refuses the token it replaced', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const body = { email: admin.user.email, password: PASSWORD }
    const both = await Promise.all([
      call(auth.login, { body, sourceIp: from() }),
      call(auth.login, { body, sourceIp: from() }),
    ])
    const answers = await Promise.all(
      both.map(({ body: session }) => call(auth.me, { headers: { authorization: `Bearer ${session.token}` } })),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401])
    expect(answers.find(answer => answer.status === 401)?.error).toBe('ERR_SESSION_ENDED')
    // The token the harness had given before is over as well.
    expect((await call(auth.me, { as: admin })).error).toBe('ERR_SESSION_ENDED')
  })
})
