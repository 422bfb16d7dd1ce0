import { auth } from '@balcao/shared/api/account/auth.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { getUsage } from '../../../data/company/usage.ts'
import { hashPassword } from '../../../http/password.ts'
import { signRefreshToken } from '../../../http/tokens.ts'

const PASSWORD = 'correct horse'
const hash = hashPassword(PASSWORD)

const newUser = () => ({ name: 'Caio Silva', email: `${crypto.randomUUID()}@example.com`, password: 'secret1' })

describe('users', { timeout: 60_000 }, () => {
  it('creates, reads, changes and deletes a user', async () => {
    const company = await makeCompany()
    const as = company.admin
    const [queue, connection] = [await makeQueue(company.id), await makeWhatsapp(company.id)]
    const created = await call(users.create, {
      as,
      body: { ...newUser(), queueIds: [queue.id, queue.id], whatsappId: connection.id, allTicket: 'enabled' },
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      name: 'Caio Silva',
      profile: 'user',
      super: false,
      companyId: company.id,
      whatsappId: connection.id,
      allTicket: 'enabled',
      queues: [{ id: queue.id, name: queue.name, color: queue.color }],
    })
    const { id } = created.body
    const changed = await call(users.update, { as, params: { id }, body: { queueIds: [], whatsappId: null } })
    expect([changed.body.queues, changed.body.whatsappId, changed.body.name]).toEqual([[], null, 'Caio Silva'])
    expect((await call(users.get, { as, params: { id } })).body).toMatchObject({ queues: [], whatsappId: null })
    expect((await call(users.remove, { as, params: { id } })).status).toBe(204)
    expect((await call(users.get, { as, params: { id } })).error).toBe('ERR_NO_USER_FOUND')
    expect((await call(users.remove, { as, params: { id } })).status).toBe(204)
    expect((await getUsage(company.id)).users).toBe(1)
  })

  it('pages by name, accents and case aside, and finds by name and e-mail', async () => {
    const company = await makeCompany()
    for (const name of ['Érica', 'zeca', 'Bruno', 'Denise', 'carla']) await makeUser(company.id, { name })
    const as = company.admin
    const first = await call(users.list, { as, query: { limit: 2 } })
    expect(first.body.users.map(user => user.name)).toEqual(['Ana Admin', 'Bruno'])
    expect([first.body.count, first.body.hasMore]).toEqual([6, true])
    const second = await call(users.list, { as, query: { limit: 2, cursor: first.body.nextCursor! } })
    expect(second.body.users.map(user => user.name)).toEqual(['carla', 'Denise'])
    const samePage = await call(users.list, { as, query: { limit: 2, pageNumber: 2 } })
    expect(samePage.body.users).toEqual(second.body.users)
    const last = await call(users.list, { as, query: { limit: 2, cursor: second.body.nextCursor! } })
    expect(last.body.users.map(user => user.name)).toEqual(['Érica', 'zeca'])
    expect([last.body.hasMore, last.body.nextCursor]).toEqual([false, null])

    const found = await call(users.list, { as, query: { searchParam: 'ERI' } })
    expect(found.body.users.map(user => user.name)).toEqual(['Érica'])
    const byMail = await call(users.list, { as, query: { searchParam: company.admin.user.email } })
    expect([byMail.body.users.length, byMail.body.count]).toEqual([1, 1])
  })

  it('refuses a cursor of another company, of another search and a made-up one', async () => {
    const [one, two] = [await makeCompany(), await makeCompany()]
    for (const company of [one, two]) await makeUser(company.id)
    const { nextCursor } = (await call(users.list, { as: one.admin, query: { limit: 1 } })).body
    const attempts = [
      { as: two.admin, query: { limit: 1, cursor: nextCursor! } },
      { as: one.admin, query: { limit: 1, cursor: nextCursor!, searchParam: 'bia' } },
      { as: one.admin, query: { cursor: 'eyJhIjoxfQ.AAAAAAAAAAAAAAAA' } },
    ]
    for (const attempt of attempts) {
      const answer = await call(users.list, attempt)
      expect([answer.status, answer.error]).toEqual([400, 'ERR_INVALID_CURSOR'])
    }
  })

  it('keeps an e-mail to one user of the whole installation, also in a race', async () => {
    const [one, two] = [await makeCompany({ passwordHash: await hash }), await makeCompany()]
    const body = newUser()
    const both = await Promise.all([
      call(users.create, { as: one.admin, body }),
      call(users.create, { as: two.admin, body: { ...body, email: body.email.toUpperCase() } }),
    ])
    expect(both.map(answer => answer.status).sort()).toEqual([201, 409])
    const taken = await call(users.update, {
      as: one.admin,
      params: { id: one.admin.user.id },
      body: { email: two.admin.user.email, currentPassword: PASSWORD },
    })
    expect(taken.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  })

  it('frees an e-mail that was changed', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { user } = await makeUser(company.id)
    const renamed = await call(users.update, { as, params: { id: user.id }, body: { email: `new-${user.email}` } })
    expect(renamed.body.email).toBe(`new-${user.email}`)
    expect((await call(users.create, { as, body: { ...newUser(), email: user.email } })).status).toBe(201)
  })

  it('never exceeds the plan, however parallel', async () => {
    const company = await makeCompany({ plan: { users: 4 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(users.create, { as: company.admin, body: newUser() })),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(3)
    expect(answers.filter(answer => answer.error === 'ERR_PLAN_LIMIT')).toHaveLength(3)
    expect((await call(users.list, { as: company.admin })).body.count).toBe(4)
  })

  it('does not have who runs the installation among the users of a company', async () => {
    const company = await makeCompany()
    const as = company.admin
    const root = await makeUser(company.id, { super: true, profile: 'admin', name: 'Operadora' })
    const other = await makeUser(company.id, { profile: 'admin' })
    const ids = [as.user.id, other.user.id].sort()
    const listed = (await call(users.list, { as })).body
    expect([listed.users.map(({ id }) => id).sort(), listed.count]).toEqual([ids, 2])
    expect((await call(users.list, { as, query: { searchParam: 'operadora' } })).body.users).toEqual([])
    expect((await call(users.listAll, { as })).body.map(({ id }) => id).sort()).toEqual(ids)
    const params = { id: root.user.id }
    expect((await call(users.get, { as, params })).error).toBe('ERR_NO_USER_FOUND')
    expect((await call(users.remove, { as, params })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(users.list, { as: root })).body.count).toBe(3)
    // Nobody takes away the account they act with; another admin does.
    expect((await call(users.remove, { as: root, params })).error).toBe('ERR_OWN_ACCOUNT')
    expect((await call(users.remove, { as, params: { id: as.user.id } })).error).toBe('ERR_OWN_ACCOUNT')
    expect((await call(users.remove, { as: other, params: { id: as.user.id } })).status).toBe(204)
  })

  it('leaves an admin, also when two remove each other', async () => {
    const company = await makeCompany()
    const first = company.admin
    const alone = await call(users.remove, { as: first, params: { id: first.user.id } })
    expect([alone.status, alone.error]).toEqual([422, 'ERR_OWN_ACCOUNT'])
    const demoted = await call(users.update, { as: first, params: { id: first.user.id }, body: { profile: 'user' } })
    expect(demoted.error).toBe('ERR_LAST_ADMIN')

    const second = await makeUser(company.id, { profile: 'admin' })
    const both = await Promise.all([
      call(users.remove, { as: first, params: { id: second.user.id } }),
      call(users.update, { as: second, params: { id: first.user.id }, body: { profile: 'user' } }),
    ])
    expect(both.filter(answer => answer.status < 300).length).toBeLessThanOrEqual(1)
    expect((await getUsage(company.id)).admins).toBeGreaterThanOrEqual(1)
  })

  it('lets plain users change their own name, e-mail and password only', async () => {
    const company = await makeCompany()
    const queue = await makeQueue(company.id)
    const [bia, caio] = [
      await makeUser(company.id, { queueIds: [queue.id], passwordHash: await hash }),
      await makeUser(company.id, { profile: 'supervisor' }),
    ]
    const changed = await call(users.update, {
      as: bia,
      params: { id: bia.user.id },
      body: { name: 'Bia Souza', password: 'secret2', currentPassword: PASSWORD },
    })
    expect(changed.status).toBe(200)
    const own = { as: { ...bia, token: changed.body.token! }, params: { id: bia.user.id } }
    // What the form sends back unchanged is no change.
    const untouched = {
      profile: 'user' as const,
      queueIds: [queue.id],
      allTicket: 'disabled' as const,
      whatsappId: null,
      permissions: [],
    }
    expect((await call(users.update, { ...own, body: { name: 'Bia S.', ...untouched } })).status).toBe(200)
    const attempts = [
      { profile: 'admin' as const },
      { queueIds: [] },
      { allTicket: 'enabled' as const },
      { whatsappId: newId() },
      { permissions: ['catalog' as const] },
    ]
    for (const body of attempts) {
      const answer = await call(users.update, { ...own, body })
      expect([answer.status, answer.error, body]).toEqual([403, 'ERR_NO_PERMISSION', body])
    }
    const other = await call(users.update, { as: caio, params: { id: bia.user.id }, body: { name: 'Xx' } })
    expect(other.error).toBe('ERR_NO_PERMISSION')
    expect((await call(users.get, { as: caio, params: { id: bia.user.id } })).error).toBe('ERR_NO_PERMISSION')
    // Fields that are not of the contract cannot make anybody anything.
    const smuggled = await call(users.update, {
      ...own,
      body: { name: 'Bia', super: true, companyId: newId() } as never,
    })
    expect(smuggled.body).toMatchObject({ super: false, companyId: company.id })
  })

  it('lets no admin take over a super user', async () => {
    const company = await makeCompany()
    const root = await makeUser(company.id, { super: true })
    const id = root.user.id
    const reset = await call(users.update, { as: company.admin, params: { id }, body: { password: 'secret2' } })
    expect(reset.error).toBe('ERR_NO_PERMISSION')
    expect((await call(users.remove, { as: company.admin, params: { id } })).error).toBe('ERR_NO_PERMISSION')
  })

  it('ends the session of a user whose password, e-mail or role an admin set, and of one who was deleted', async () => {
    const company = await makeCompany()
    const as = company.admin
    const { body: same } = await call(users.get, { as, params: { id: (await makeUser(company.id)).user.id } })
    const changes = [
      { password: 'another1' },
      { email: `${newId()}@example.com` },
      { profile: 'admin' as const },
      { email: same.email, profile: 'user' as const, password: 'another1' },
    ]
    for (const body of changes) {
      const bia = await makeUser(company.id)
      const changed = await call(users.update, {
        as,
        params: { id: bia.user.id },
        body: { ...body, ...(body.email === same.email ? { email: bia.user.email } : {}) },
      })
      expect([body, changed.status, changed.cookies]).toEqual([body, 200, []])
      expect(changed.body).not.toHaveProperty('token')
      expect([body, (await call(auth.me, { as: bia })).error]).toEqual([body, 'ERR_SESSION_ENDED'])
      expect([body, (await refresh(cookieOf(bia))).error]).toEqual([body, 'ERR_SESSION_ENDED'])
    }
    const gone = await makeUser(company.id)
    await call(users.remove, { as, params: { id: gone.user.id } })
    expect((await call(auth.me, { as: gone })).error).toBe('ERR_SESSION_ENDED')
    expect((await call(auth.me, { as })).status).toBe(200)
  })

  it('leaves the session of a user of whom an admin changed something else, or nothing', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const body = { name: 'Bia Souza', email: bia.user.email.toUpperCase(), profile: 'user' as const, queueIds: [] }
    const changed = await call(users.update, { as: company.admin, params: { id: bia.user.id }, body })
    expect(changed.body.name).toBe('Bia Souza')
    expect((await call(auth.me, { as: bia })).status).toBe(200)
  })

  it('lets a role that an admin took from themselves count at once', async () => {
    const company = await makeCompany()
    const other = await makeUser(company.id, { profile: 'admin' })
    expect((await call(users.list, { as: other })).status).toBe(200)
    await call(users.update, { as: other, params: { id: other.user.id }, body: { profile: 'user' } })
    expect((await call(users.list, { as: other })).status).toBe(403)
    expect((await call(auth.me, { as: other })).status).toBe(200)
  })

  it('have named rights only when an admin gives them, which count at once and until they are taken', async () => {
    const company = await makeCompany()
    const as = company.admin
    const made = (await call(users.create, { as, body: newUser() })).body
    expect(made.permissions).toEqual([])
    const trusted = await call(users.create, { as, body: { ...newUser(), permissions: ['catalog', 'catalog'] } })
    expect(trusted.body.permissions).toEqual(['catalog'])
    const unknown = await call(users.create, { as, body: { ...newUser(), permissions: ['everything'] as never } })
    expect(unknown.error).toBe('ERR_VALIDATION')

    const bia = await makeUser(company.id)
    const give = (permissions: 'catalog'[]) =>
      call(users.update, { as, params: { id: bia.user.id }, body: { permissions } })
    const addStore = async (name: string) => (await call(stores.create, { as: bia, body: { name } })).status
    expect(await addStore('Loja A')).toBe(403)
    expect((await give(['catalog'])).body.permissions).toEqual(['catalog'])
    expect(await addStore('Loja B')).toBe(201)
    expect((await call(auth.me, { as: bia })).body.permissions).toEqual(['catalog'])
    // A change of something else takes nothing away.
    await call(users.update, { as, params: { id: bia.user.id }, body: { name: 'Bia S.' } })
    expect(await addStore('Loja C')).toBe(201)
    expect((await give([])).body.permissions).toEqual([])
    expect(await addStore('Loja D')).toBe(403)
    const listed = (await call(users.list, { as })).body.users.map(({ id, permissions }) => [id, permissions])
    expect(listed).toContainEqual([trusted.body.id, ['catalog']])
    expect(listed).toContainEqual([bia.user.id, []])
  })

  it("refuses another company's queue and connection", async () => {
    const [one, two] = [await makeCompany(), await makeCompany()]
    const [queue, connection] = [await makeQueue(two.id), await makeWhatsapp(two.id)]
    const create = (extra: object) => call(users.create, { as: one.admin, body: { ...newUser(), ...extra } })
    expect((await create({ queueIds: [queue.id] })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await create({ whatsappId: connection.id })).error).toBe('ERR_NO_WAPP_FOUND')
  })

  it('shows whoever asks online', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const online = async (route: typeof users.list | typeof users.listAll) => {
      const { body } = await call(route as typeof users.list, { as: company.admin })
      const rows = (Array.isArray(body) ? body : body.users) as { id: string; online: boolean }[]
      return rows.map(row => [row.id, row.online])
    }
    for (const route of [users.list, users.listAll]) {
      expect(await online(route)).toContainEqual([company.admin.user.id, true])
      expect(await online(route)).toContainEqual([bia.user.id, false])
    }
  })

  it('gives pickers every user without what is private', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const all = await call(users.listAll, { as: company.admin })
    expect(all.body).toContainEqual({ id: bia.user.id, name: 'Bia Atendente', queueIds: [], online: false })
    expect(JSON.stringify(all.raw)).not.toContain('@example.com')
  })
})

const cookieOf = ({ actor }: TestUser, generation = 0) => `jrt=${signRefreshToken({ ...actor, generation })}`
const refresh = (cookie: string) => call(auth.refresh, { headers: { cookie } })
const me = (token: string) => call(auth.me, { headers: { authorization: `Bearer ${token}` } })
const signIn = (email: string, password: string) =>
  call(auth.login, { body: { email, password }, sourceIp: `203.0.113.9-${newId()}` })

// Each of these derives keys from passwords, on purpose slowly: a busy machine takes its time.
describe('the own password and e-mail', { timeout: 120_000 }, () => {
  const someone = async (profile: 'user' | 'admin' = 'user', passwordHash?: string) => {
    const company = await makeCompany()
    const user = await makeUser(company.id, { profile, passwordHash: passwordHash ?? (await hash) })
    const change = (body: object) => call(users.update, { as: user, params: { id: user.user.id }, body })
    return { company, user, change }
  }

  it.each([
    ['a password', () => ({ password: 'secret2' })],
    ['an e-mail', () => ({ email: `${newId()}@example.com` })],
    ['both, of an admin', () => ({ password: 'secret2', email: `${newId()}@example.com`, profile: 'admin' })],
  ])('ask for the current password before %s is changed', async (what, body) => {
    const { company, user, change } = await someone(what.includes('admin') ? 'admin' : 'user')
    const before = await rowsOf(company.id)
    for (const currentPassword of [undefined, 'correct horsf', '', 'Correct Horse']) {
      const answer = await change({ ...body(), currentPassword })
      expect([currentPassword, answer.status, answer.raw]).toEqual([
        currentPassword,
        422,
        {
          error: 'ERR_CURRENT_PASSWORD',
          details: [{ path: 'currentPassword', code: 'ERR_CURRENT_PASSWORD', message: 'ERR_CURRENT_PASSWORD' }],
        },
      ])
      expect(answer.cookies).toEqual([])
    }
    expect(await rowsOf(company.id)).toEqual(before)
    expect((await call(auth.me, { as: user })).status).toBe(200)
  })

  it('stay as they are without it, whatever else is changed', async () => {
    const { user, change } = await someone()
    const answer = await change({ name: 'Bia Souza', email: user.user.email.toUpperCase() })
    expect([answer.status, answer.body.name, answer.cookies]).toEqual([200, 'Bia Souza', []])
    expect(answer.body).not.toHaveProperty('token')
    expect((await call(auth.me, { as: user })).body.name).toBe('Bia Souza')
  })

  it('end every token of before when the password is changed, and who changed it goes on', async () => {
    const { user, change } = await someone()
    const stolen = cookieOf(user)
    const answer = await change({ password: 'secret2', currentPassword: PASSWORD })
    expect(answer.status).toBe(200)
    expect((await call(auth.me, { as: user })).error).toBe('ERR_SESSION_ENDED')
    expect((await refresh(stolen)).error).toBe('ERR_SESSION_ENDED')
    // The refused cookie took nothing with it.
    expect((await me(answer.body.token!)).body.id).toBe(user.user.id)
    expect(answer.cookies[0]).toMatch(/^jrt=[^;]+; Max-Age=604800; Path=\/api\/auth; HttpOnly; SameSite=Strict/)
    expect((await refresh(answer.cookies[0]!.split(';')[0]!)).status).toBe(200)

    expect((await signIn(user.user.email, 'secret2')).status).toBe(200)
    const asBefore = await signIn(user.user.email, PASSWORD)
    expect([asBefore.status, asBefore.error]).toEqual([401, 'ERR_INVALID_CREDENTIALS'])
  })

  it('carry a role that is given up in the same call', async () => {
    const { user, change } = await someone('admin')
    const answer = await change({ password: 'secret2', currentPassword: PASSWORD, profile: 'user' })
    expect((await call(users.list, { as: { ...user, token: answer.body.token! } })).status).toBe(403)
  })

  it('leave ten guesses of the current password, however parallel, and the sign-in is not locked by them', async () => {
    const { company, user, change } = await someone()
    for (let i = 0; i < 6; i++) expect(await takeAttemptSlot('password', `${company.id}#${user.user.id}`, 10)).toBe(0)
    const guess = (currentPassword: string) => change({ password: 'secret2', currentPassword })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, each) => guess(`guess ${each}`)))
    expect(answers.filter(answer => answer.error === 'ERR_CURRENT_PASSWORD')).toHaveLength(4)
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(800)
    const right = await guess(PASSWORD)
    expect([right.status, right.error]).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect((await signIn(user.user.email, PASSWORD)).status).toBe(200)
  })

  it('have the guesses forgotten once the right one came', async () => {
    const { company, user, change } = await someone()
    const key = `${company.id}#${user.user.id}`
    for (let i = 0; i < 9; i++) expect(await takeAttemptSlot('password', key, 10)).toBe(0)
    expect((await change({ password: 'secret2', currentPassword: PASSWORD })).status).toBe(200)
    expect(await takeAttemptSlot('password', key, 1)).toBe(0)
  })

  it('are changed once by parallel changes with the same current password, and its session is the one that lives', async () => {
    const { user, change } = await someone()
    const passwords = ['secret-a', 'secret-b', 'secret-c']
    const answers = await Promise.all(passwords.map(password => change({ password, currentPassword: PASSWORD })))
    const done = answers.findIndex(answer => answer.status === 200)
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect((await me(answers[done]!.body.token!)).status).toBe(200)
    expect((await signIn(user.user.email, passwords[done]!)).status).toBe(200)
  })
})

describe('a company that refuses weak passwords', { timeout: 120_000 }, () => {
  const weak = {
    status: 422,
    error: 'ERR_WEAK_PASSWORD',
    details: [{ path: 'password', code: 'ERR_WEAK_PASSWORD', message: 'ERR_WEAK_PASSWORD' }],
  }
  const strong = 'trem azul chove domingo'

  it('does so for a new user, the own change and the change of another, and changes nothing', async () => {
    const company = await makeCompany({ passwordHash: await hash })
    const { admin: as, name } = company
    const other = await makeUser(company.id)
    await call(settings.update, { as, params: { key: 'refuseWeakPasswords' }, body: { value: 'enabled' } })
    const before = await rowsOf(company.id)
    const guessable = [
      ['123456', {}],
      ['Senha@2024', {}],
      // Of what is known: the name and e-mail they will have, and the company's name.
      ['zuleica-1990', { name: 'Zuleica Prado' }],
      ['zprado.2024', { email: 'z.prado@example.com' }],
      [`${name.split('-')[0]}1`, {}],
    ] as const
    for (const [password, fields] of guessable) {
      const answers = await Promise.all([
        call(users.create, { as, body: { ...newUser(), ...fields, password } }),
        call(users.update, { as, params: { id: other.user.id }, body: { ...fields, password } }),
        call(users.update, {
          as,
          params: { id: as.user.id },
          body: { ...fields, password, currentPassword: PASSWORD },
        }),
      ])
      for (const { status, error, details } of answers)
        expect({ password, status, error, details }).toEqual({ password, ...weak })
    }
    expect(await rowsOf(company.id)).toEqual(before)

    expect((await call(users.create, { as, body: { ...newUser(), password: strong } })).status).toBe(201)
    const set = await call(users.update, { as, params: { id: other.user.id }, body: { password: strong } })
    expect(set.status).toBe(200)
    const own = await call(users.update, {
      as,
      params: { id: as.user.id },
      body: { password: strong, currentPassword: PASSWORD },
    })
    expect(own.status).toBe(200)
  })

  it('tells nobody who does not know the current password whether the new one is weak', async () => {
    const company = await makeCompany({ passwordHash: await hash })
    const as = company.admin
    await call(settings.update, { as, params: { key: 'refuseWeakPasswords' }, body: { value: 'enabled' } })
    const answer = await call(users.update, { as, params: { id: as.user.id }, body: { password: '123456' } })
    expect(answer.error).toBe('ERR_CURRENT_PASSWORD')
  })

  it('is one whose admin says so: others take any of five to fifty characters', async () => {
    const company = await makeCompany()
    const as = company.admin
    const attendant = await makeUser(company.id)
    const params = { key: 'refuseWeakPasswords' }
    expect((await call(settings.get, { as: attendant, params })).body.value).toBe('disabled')
    const refused = await call(settings.update, { as: attendant, params, body: { value: 'enabled' } })
    expect(refused.error).toBe('ERR_NO_PERMISSION')
    expect((await call(users.create, { as, body: { ...newUser(), password: '12345' } })).status).toBe(201)
    for (const password of ['1234', 'x'.repeat(51)])
      expect((await call(users.create, { as, body: { ...newUser(), password } })).error).toBe('ERR_VALIDATION')
  })
})

describe('another password or e-mail', { timeout: 60_000 }, () => {
  it('is emailed to the address there was, in the language of the call', async () => {
    const company = await makeCompany({ passwordHash: await hash })
    const { user } = company.admin
    const answer = await call(users.update, {
      as: company.admin,
      params: { id: user.id },
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
      body: { email: `new-${user.email}`, password: 'another horse', currentPassword: PASSWORD },
    })
    expect(answer.status).toBe(200)
    expect(await mailTo(user.email, 1)).toMatchObject([
      {
        type: 'signInChanged',
        language: 'en',
        name: user.name,
        company: company.name,
        changed: 'password',
        byOther: false,
      },
    ])
    // What one signs in with is the address there was, until the other one answers.
    expect(answer.body).toMatchObject({ email: user.email, pendingEmail: `new-${user.email}` })
    expect(await mailTo(`new-${user.email}`, 1)).toMatchObject([{ type: 'emailConfirmation', language: 'en' }])
  })

  it('is emailed when an admin sets it, and nothing is emailed of another name', async () => {
    const company = await makeCompany()
    const { user } = await makeUser(company.id)
    const update = (body: object) => call(users.update, { as: company.admin, params: { id: user.id }, body })
    expect((await update({ name: 'Outro Nome', email: user.email })).status).toBe(200)
    expect((await update({ password: 'set-by-admin' })).status).toBe(200)
    expect(await mailTo(user.email, 1)).toMatchObject([{ changed: 'password', byOther: true, language: 'pt' }])
  })
})
