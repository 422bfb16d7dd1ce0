import { auth } from '@balcao/shared/api/account/auth.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { getUsage } from '../../../data/usage.ts'

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
    const [one, two] = [await makeCompany(), await makeCompany()]
    const body = newUser()
    const both = await Promise.all([
      call(users.create, { as: one.admin, body }),
      call(users.create, { as: two.admin, body: { ...body, email: body.email.toUpperCase() } }),
    ])
    expect(both.map(answer => answer.status).sort()).toEqual([201, 409])
    const taken = await call(users.update, {
      as: one.admin,
      params: { id: one.admin.user.id },
      body: { email: two.admin.user.email },
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

  it('leaves an admin, also when two remove each other', async () => {
    const company = await makeCompany()
    const first = company.admin
    const alone = await call(users.remove, { as: first, params: { id: first.user.id } })
    expect([alone.status, alone.error]).toEqual([422, 'ERR_LAST_ADMIN'])
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
      await makeUser(company.id, { queueIds: [queue.id] }),
      await makeUser(company.id, { profile: 'supervisor' }),
    ]
    const own = { as: bia, params: { id: bia.user.id } }
    expect((await call(users.update, { ...own, body: { name: 'Bia Souza', password: 'secret2' } })).status).toBe(200)
    // What the form sends back unchanged is no change.
    const untouched = {
      profile: 'user' as const,
      queueIds: [queue.id],
      allTicket: 'disabled' as const,
      whatsappId: null,
    }
    expect((await call(users.update, { ...own, body: { name: 'Bia S.', ...untouched } })).status).toBe(200)
    const attempts = [
      { profile: 'admin' as const },
      { queueIds: [] },
      { allTicket: 'enabled' as const },
      { whatsappId: newId() },
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

  it('ends the session of a user whose password an admin set, who was deleted, and lets a new role count at once', async () => {
    const company = await makeCompany()
    const as = company.admin
    const [reset, gone, promoted] = [await makeUser(company.id), await makeUser(company.id), await makeUser(company.id)]
    await call(users.update, { as, params: { id: reset.user.id }, body: { password: 'another1' } })
    expect((await call(auth.me, { as: reset })).error).toBe('ERR_SESSION_ENDED')
    await call(users.remove, { as, params: { id: gone.user.id } })
    expect((await call(auth.me, { as: gone })).error).toBe('ERR_SESSION_ENDED')

    expect((await call(users.list, { as: promoted })).status).toBe(403)
    await call(users.update, { as, params: { id: promoted.user.id }, body: { profile: 'admin' } })
    expect((await call(users.list, { as: promoted })).status).toBe(200)
    await call(users.update, { as, params: { id: promoted.user.id }, body: { profile: 'user' } })
    expect((await call(users.list, { as: promoted })).status).toBe(403)
  })

  it("refuses another company's queue and connection", async () => {
    const [one, two] = [await makeCompany(), await makeCompany()]
    const [queue, connection] = [await makeQueue(two.id), await makeWhatsapp(two.id)]
    const create = (extra: object) => call(users.create, { as: one.admin, body: { ...newUser(), ...extra } })
    expect((await create({ queueIds: [queue.id] })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await create({ whatsappId: connection.id })).error).toBe('ERR_NO_WAPP_FOUND')
  })

  it('gives pickers every user without what is private', async () => {
    const company = await makeCompany()
    const bia = await makeUser(company.id)
    const all = await call(users.listAll, { as: bia })
    expect(all.body).toContainEqual({ id: bia.user.id, name: 'Bia Atendente', queueIds: [], online: false })
    expect(JSON.stringify(all.raw)).not.toContain('@example.com')
  })
})
