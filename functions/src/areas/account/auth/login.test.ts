import { scryptSync } from 'node:crypto'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { getCompany } from '../../../data/company/company.ts'
import { metered } from '../../../data/table/meter.ts'
import { changeUser, getPasswordHash, replacePasswordHash, requireUser } from '../../../data/team/user.ts'
import { hashPassword } from '../../../http/password.ts'
import { companyOfRenewal } from '../../../http/renewal-token.ts'

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)

/** Addresses are counted: every test comes from its own. */
let address = 0
const from = () => `203.0.113.${++address}-${process.pid}-${Date.now()}`

/** Failures that lie behind, without the key derivation each of them costs. */
async function earlierFailures(kind: 'email' | 'address', value: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect(await takeAttemptSlot(kind, value, 100)).toBe(0)
}

/** The cookies of an answer as a browser sends them back. */
const jarOf = (...answers: { cookies: string[] }[]) =>
  answers.flatMap(({ cookies }) => cookies.map(cookie => cookie.split(';')[0]!)).join('; ')
const deviceOf = (answer: { cookies: string[] }) => answer.cookies.find(cookie => cookie.startsWith('jdv='))!

const login = (email: string, password: string, options: { sourceIp?: string; cookie?: string } = {}) =>
  call(auth.login, {
    body: { email, password },
    sourceIp: options.sourceIp ?? from(),
    headers: options.cookie ? { cookie: options.cookie } : {},
  })

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
    expect(JSON.stringify(signedIn.raw)).not.toContain('argon2')

    const twice = await call(companies.signup, { body: { ...body, name: `${body.name} 2` } })
    // The answer of a new one, and nothing behind it.
    expect([twice.status, await getCompany(twice.body.id, true)]).toEqual([201, undefined])
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

  it('refuses an address after ten failures, however parallel, with whichever e-mails, and with the right password too', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const sourceIp = from()
    const emails = Array.from({ length: 14 }, (_, i) =>
      i % 2 ? admin.user.email : `${crypto.randomUUID()}@example.com`,
    )
    const answers = await Promise.all(emails.map(email => login(email, 'nope', { sourceIp })))
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(10)
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused).toHaveLength(4)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    const right = await login(admin.user.email, PASSWORD, { sourceIp })
    expect([right.status, right.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect((await login(admin.user.email, PASSWORD)).status).toBe(200)
  })

  it('counts the addresses of one IPv6 subscriber as one', async () => {
    const prefix = `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:${Math.floor(Math.random() * 65_535).toString(16)}`
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        login(`${crypto.randomUUID()}@example.com`, 'nope', { sourceIp: `${prefix}::${i + 1}` }),
      ),
    )
    expect(answers.filter(answer => answer.status === 401)).toHaveLength(10)
  })

  it('lets everybody of an office in at once: successes count for nothing', async () => {
    const { id } = await makeCompany()
    const passwordHash = await hash
    const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(id, { passwordHash })))
    const sourceIp = from()
    const answers = await Promise.all(people.map(({ user }) => login(user.email, PASSWORD, { sourceIp })))
    expect(answers.map(answer => answer.status)).toEqual(people.map(() => 200))
    expect((await login(people[0]!.user.email, 'nope', { sourceIp })).status).toBe(401)
  })

  it('bounds guesses at one e-mail that come from everywhere, whether it exists or not', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    for (const email of [admin.user.email, `${crypto.randomUUID()}@example.com`]) {
      await earlierFailures('email', email, 98)
      const answers = await Promise.all(Array.from({ length: 6 }, () => login(email, 'nope')))
      expect(answers.map(answer => answer.status).sort()).toEqual([401, 401, 429, 429, 429, 429])
      expect(answers.find(answer => answer.status === 429)?.error).toBe('ERR_TOO_MANY_REQUESTS')
    }
  })

  it('does not use an address up by what is refused for the e-mail', async () => {
    const [email, sourceIp] = [`${crypto.randomUUID()}@example.com`, from()]
    await earlierFailures('email', email, 100)
    for (let i = 0; i < 12; i++) expect((await login(email, 'nope', { sourceIp })).status).toBe(429)
    expect((await login(`${crypto.randomUUID()}@example.com`, 'nope', { sourceIp })).status).toBe(401)
  })

  it('refuses a company past its due date, with the date, but not a super user', async () => {
    const dueDate = new Date(Date.now() - 1000).toISOString()
    const company = await makeCompany({ dueDate, passwordHash: await hash })
    const root = await makeUser(company.id, { super: true, passwordHash: await hash })
    const refused = await login(company.admin.user.email, PASSWORD)
    expect([refused.status, refused.raw]).toEqual([
      402,
      { error: 'ERR_COMPANY_EXPIRED', dueDate, timezone: 'America/Sao_Paulo', renewal: expect.any(String) },
    ])
    // What pays for the company is an admin's, and opens nothing else.
    expect(companyOfRenewal(refused.raw.renewal as string)).toBe(company.id)
    const headers = { authorization: `Bearer ${refused.raw.renewal}` }
    expect((await call(users.list, { headers })).status).toBe(401)
    const attendant = await makeUser(company.id, { passwordHash: await hash })
    expect((await login(attendant.user.email, PASSWORD)).raw).toEqual({
      ...{ error: 'ERR_COMPANY_EXPIRED', dueDate, timezone: 'America/Sao_Paulo' },
    })
    expect((await login(company.admin.user.email, 'nope')).raw).toEqual({ error: 'ERR_INVALID_CREDENTIALS' })
    expect((await login(root.user.email, PASSWORD)).status).toBe(200)
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

describe('a device that signed in before', { timeout: 120_000 }, () => {
  it('is known by a cookie for the sign-in calls alone', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const cookie = deviceOf(await login(admin.user.email, PASSWORD))
    expect(cookie).toMatch(/^jdv=[\w.~-]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict/)
    expect(deviceOf(await login(admin.user.email, 'nope'))).toBeUndefined()
  })

  it('is let in when strangers have used up the address and the e-mail', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    const cookie = jarOf(await login(email, PASSWORD))
    const sourceIp = from()
    await Promise.all([earlierFailures('email', email, 100), earlierFailures('address', sourceIp, 10)])
    expect((await login(email, PASSWORD)).status).toBe(429)
    expect((await login(`${crypto.randomUUID()}@example.com`, PASSWORD, { sourceIp })).status).toBe(429)
    expect((await login(email, PASSWORD, { sourceIp, cookie })).status).toBe(200)
  })

  it('has ten failures of its own, which lock nobody else out, and forgets them when the person got in', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    const [cookie, other] = [jarOf(await login(email, PASSWORD)), jarOf(await login(email, PASSWORD))]
    const sourceIp = from()
    const wrong = (count: number) =>
      Promise.all(Array.from({ length: count }, () => login(email, 'nope', { sourceIp, cookie })))
    expect((await wrong(9)).map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 401))
    expect((await login(email, PASSWORD, { sourceIp, cookie })).status).toBe(200)
    const statuses = (await wrong(12)).map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(2)
    expect((await login(email, PASSWORD, { sourceIp, cookie })).status).toBe(429)
    expect((await login(email, PASSWORD, { sourceIp, cookie: other })).status).toBe(200)
    expect((await login(email, PASSWORD, { sourceIp })).status).toBe(200)
  })

  it('is not one by a forged cookie, nor by somebody else’s', async () => {
    const [company, stranger] = [
      await makeCompany({ passwordHash: await hash }),
      await makeCompany({ passwordHash: await hash }),
    ]
    const { email } = company.admin.user
    const own = jarOf(await login(email, PASSWORD))
    const theirs = jarOf(await login(stranger.admin.user.email, PASSWORD))
    await earlierFailures('email', email, 100)
    const device = own.split('; ').find(cookie => cookie.startsWith('jdv='))!
    const [body = '', signature = ''] = device.slice('jdv='.length).split('.')
    const forgedBody = JSON.stringify(
      [...(JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[])].with(-1, 4e12),
    )
    const forged = [
      theirs,
      `jdv=${body}`,
      `jdv=${body}.`,
      `jdv=${body}.${signature.slice(0, -4)}AAAA`,
      `jdv=${Buffer.from(forgedBody).toString('base64url')}.${signature}`,
      'jdv=~~.~',
      `jdv=${Buffer.from('[]').toString('base64url')}.x`,
      own.replace('jrt=', 'jdv='),
    ]
    for (const cookie of forged)
      expect([cookie, (await login(email, PASSWORD, { cookie })).status]).toEqual([cookie, 429])
    // A cookie gets nobody in.
    expect((await login(email, 'nope', { cookie: own })).status).toBe(401)
    expect((await login(email, PASSWORD, { cookie: own })).status).toBe(200)
  })

  it('is one for each of the people who share it, the last five', async () => {
    const { id } = await makeCompany()
    const passwordHash = await hash
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(id, { passwordHash })))
    let cookie = ''
    for (const { user } of people) cookie = jarOf(await login(user.email, PASSWORD, { cookie }))
    for (const { user } of people) await earlierFailures('email', user.email, 100)
    const statuses = await Promise.all(
      people.map(async ({ user }) => (await login(user.email, PASSWORD, { cookie })).status),
    )
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200])
  })

  it('is unknown again when the password has changed', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    const cookie = jarOf(await login(email, PASSWORD))
    await changeUser(await requireUser(admin.user.companyId, admin.user.id), {
      passwordHash: await hashPassword(PASSWORD),
    })
    await earlierFailures('email', email, 100)
    expect((await login(email, PASSWORD, { cookie })).status).toBe(429)
  })

  it('is unknown again after half a year', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash, dueDate: '2999-01-01T00:00:00.000Z' })
    const { email } = admin.user
    const cookie = jarOf(await login(email, PASSWORD))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 181 * 86_400_000 })
    try {
      await earlierFailures('email', email, 100)
      expect((await login(email, PASSWORD, { cookie })).status).toBe(429)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a sign-in', { timeout: 120_000 }, () => {
  it('costs what the chart of the data layer says', async () => {
    const { admin } = await makeCompany({ passwordHash: await hash })
    const { email } = admin.user
    const cookie = jarOf(await login(email, PASSWORD))
    // What the process remembers of the company's settings stays remembered.
    vi.useFakeTimers({ toFake: ['Date'] })
    const unknown = await metered(() => login(email, PASSWORD))
    const known = await metered(() => login(email, PASSWORD, { cookie }))
    const wrong = await metered(() => login(email, 'nope'))
    const nobody = await metered(() => login(`${crypto.randomUUID()}@example.com`, 'nope'))
    expect([unknown, known, wrong, nobody].map(({ units }) => units)).toEqual([
      { read: 8.5, write: 12, calls: 12 },
      { read: 8.5, write: 10, calls: 10 },
      { read: 5, write: 6, calls: 7 },
      { read: 5, write: 6, calls: 7 },
    ])
    vi.useRealTimers()
  })
})

describe('a hash of an earlier version', { timeout: 120_000 }, () => {
  const scryptHash = () => {
    const key = scryptSync(PASSWORD, Buffer.from('salz'), 32, { N: 1024, r: 8, p: 1 })
    return `scrypt$1024$8$1$${Buffer.from('salz').toString('base64url')}$${key.toString('base64url')}`
  }

  it('is replaced at sign-in, and not by a failed one', async () => {
    const old = scryptHash()
    const { admin } = await makeCompany({ passwordHash: old })
    const { companyId, id, email } = admin.user
    expect((await login(email, 'nope')).status).toBe(401)
    expect(await getPasswordHash(companyId, id)).toBe(old)
    const first = await login(email, PASSWORD)
    expect(first.status).toBe(200)
    const kept = await getPasswordHash(companyId, id)
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(email, PASSWORD)).status).toBe(200)
    expect(await getPasswordHash(companyId, id)).toBe(kept)
    // The device is known by the new one.
    await earlierFailures('email', email, 99)
    expect((await login(email, PASSWORD, { cookie: jarOf(first) })).status).toBe(200)
  })

  it('does not take the place of a password that was changed meanwhile', async () => {
    const { admin } = await makeCompany({ passwordHash: scryptHash() })
    const { companyId, id } = admin.user
    const old = (await getPasswordHash(companyId, id))!
    const changed = await hashPassword('another one')
    await changeUser(await requireUser(companyId, id), { passwordHash: changed })
    expect(await replacePasswordHash(companyId, id, old, await hashPassword(PASSWORD))).toBe(false)
    expect(await getPasswordHash(companyId, id)).toBe(changed)
  })
})
