import { companies } from '@balcao/shared/api/company/companies.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { eventName } from '@balcao/shared/events/realtime.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import {
  call,
  makeCompany,
  makeUser,
  makeWhatsapp,
  send,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { png } from '../../../../test/pictures.ts'
import { connect } from '../../../browsers/connect.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { createPlan } from '../../../data/company/plan.ts'
import { authenticateApiToken } from '../../../http/authenticate.ts'

let home: TestCompany
let root: TestUser
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  home = await makeCompany()
  root = await makeUser(home.id, { super: true })
})
afterAll(() => gateway.close())

const bodyOf = (changes: Record<string, unknown> = {}) => ({
  name: `Loja ${crypto.randomUUID().slice(0, 12)}`,
  email: `${crypto.randomUUID()}@example.com`,
  phone: '(11) 99999-0000',
  password: 'secret',
  planId: home.planId,
  ...changes,
})
const create = (changes?: Record<string, unknown>) => call(companies.create, { as: root, body: bodyOf(changes) })
const PNG = png()

describe('companies', () => {
  it('are made by super users, with a plan and a first admin, and found by name, e-mail and phone', async () => {
    const body = bodyOf({
      name: `Ótica ${crypto.randomUUID().slice(0, 12)}`,
      recurrence: 'ANUAL',
      phone: '85987654321',
    })
    const made = await call(companies.create, { as: root, body })
    expect([made.status, made.body.plan?.id, made.body.recurrence]).toEqual([201, home.planId, 'ANUAL'])
    const { id, name } = made.body
    // Of thousands of companies, the other tests' too, an answer holds as many as it had time for.
    const find = async (searchParam: string) => {
      const found: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { searchParam, ...(cursor !== undefined && { cursor }) }
        const { body } = await call(companies.list, { as: root, query })
        found.push(...body.companies.map(each => each.id))
        cursor = body.nextCursor
      }
      return found
    }
    for (const searchParam of [name.toLowerCase().replace('ó', 'o'), body.email])
      expect(await find(searchParam)).toEqual([id])
    expect(await find('85987654321')).toContain(id)
    expect((await call(companies.get, { as: root, params: { id } })).body).toEqual({
      ...made.body,
      settings: expect.anything(),
    })
    const { entries } = await listAudit(id, {}, { limit: 5 })
    expect(entries).toMatchObject([{ subject: 'company', verb: 'create', name, user: { id: root.user.id } }])
  })

  it('have a name each, also of two that are made at once', async () => {
    const name = `Loja ${crypto.randomUUID().slice(0, 12)}`
    const both = await Promise.all([create({ name }), create({ name: name.toUpperCase() })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const other = (await create()).body
    const update = (body: object) => call(companies.update, { as: root, params: { id: other.id }, body })
    const renamed = await update({ name, billingName: 'Nunca' })
    expect(renamed.error).toBe('ERR_COMPANY_ALREADY_EXISTS')
    expect((await call(companies.get, { as: root, params: { id: other.id } })).body).toEqual({
      ...other,
      plan: expect.anything(),
      settings: expect.anything(),
    })
    const free = `Loja ${crypto.randomUUID().slice(0, 12)}`
    expect((await update({ name: free })).body.name).toBe(free)
    expect((await create({ name: other.name })).status).toBe(201)
  })

  it('show an admin their own alone, in which they change what invoices are made out to', async () => {
    const company = await makeCompany()
    const { admin: as } = company
    const { body } = await call(companies.list, { as })
    expect(body.companies.map(({ id }) => id)).toEqual([company.id])
    const update = (change: object, id = company.id) => call(companies.update, { as, params: { id }, body: change })
    const { name, phone, email, planId, dueDate } = company
    const changed = await update({
      name,
      phone,
      email,
      planId,
      dueDate,
      billingName: 'Loja Ltda',
      addressCity: 'Recife',
    })
    expect(changed.body).toMatchObject({ name, billingName: 'Loja Ltda', addressCity: 'Recife' })
    for (const change of [
      { name: 'Outra' },
      { dueDate: '2099-01-01T00:00:00.000Z' },
      { status: false },
      { planId: home.planId },
    ])
      expect((await update(change)).error).toBe('ERR_NO_PERMISSION')
    expect((await update({ name: 'ab' })).details).toMatchObject([{ path: 'name' }])
    expect((await update({ billingName: 'x' }, home.id)).error).toBe('ERR_NO_COMPANY_FOUND')
    expect((await call(companies.get, { as, params: { id: home.id } })).error).toBe('ERR_NO_COMPANY_FOUND')
  })

  it('get another plan at once, in calls and browsers', async () => {
    const company = await makeCompany({ plan: { useKanban: true } })
    const { id: _, ...own } = company.plan
    const bare = await createPlan({ ...own, name: crypto.randomUUID(), useKanban: false })
    const [own1, other] = [await gateway.open(company.admin), await gateway.open(home.admin)]
    await call(companies.update, { as: root, params: { id: company.id }, body: { planId: bare.id } })
    await expect
      .poll(() => own1.received.map(({ event }) => event))
      .toContain(eventName(company.id, 'plan', {} as never))
    expect(other.received).toEqual([])
    expect((await send('GET', '/tags/kanban', { as: company.admin })).error).toBe('ERR_PLAN_FEATURE')
    const wrong = { planId: company.id, billingName: 'Nunca' }
    const refused = await call(companies.update, { as: root, params: { id: company.id }, body: wrong })
    expect(refused.error).toBe('ERR_NO_PLAN_FOUND')
  })

  it('that are disabled end every session and socket at once, and serve again when enabled', async () => {
    const company = await makeCompany()
    const agents = await Promise.all([1, 2, 3].map(() => makeUser(company.id)))
    const browsers = await Promise.all([company.admin, ...agents].map(user => gateway.open(user)))
    const neighbour = await gateway.open(home.admin)
    const set = (status: boolean) => call(companies.update, { as: root, params: { id: company.id }, body: { status } })
    // People at work all the while.
    const work = Promise.all(agents.map(as => call(queue.list, { as })))
    expect((await set(false)).body.status).toBe(false)
    await work
    for (const as of [company.admin, ...agents])
      await expect.poll(async () => (await call(settings.list, { as })).error).toBe('ERR_COMPANY_DISABLED')
    await expect.poll(() => browsers.every(each => each.closed())).toBe(true)
    expect([neighbour.closed(), await connect(crypto.randomUUID(), company.admin.token)]).toEqual([false, 403])
    expect((await set(true)).body.status).toBe(true)
    const back = await makeUser(company.id)
    expect((await call(users.list, { as: await makeUser(company.id, { profile: 'admin' }) })).status).toBe(200)
    expect((await call(settings.list, { as: back })).status).toBe(200)
  })

  it('go when somebody types their name, by one job', async () => {
    const { body } = await create()
    const remove = (name: string) => call(companies.remove, { as: root, params: { id: body.id }, query: { name } })
    expect((await remove('Outra')).error).toBe('ERR_CONFIRMATION_MISMATCH')
    const [one, two] = [await remove(body.name.toUpperCase()), await remove(body.name)]
    expect([one.status, two.body.jobId]).toEqual([202, one.body.jobId])
    expect((await call(companies.get, { as: root, params: { id: body.id } })).body).toMatchObject({
      status: false,
      deleting: true,
    })
    const own = await call(companies.remove, { as: root, params: { id: home.id }, query: { name: home.name } })
    expect(own.error).toBe('ERR_COMPANY_HAS_SUPER')
    const { entries } = await listAudit(home.id, { subject: 'company', verb: 'delete' }, { limit: 5 })
    expect(entries.map(({ name }) => name)).toContain(body.name)
  })
})

describe('a logo', () => {
  it('is what its bytes say, and is shown in every browser of the company', async () => {
    const company = await makeCompany()
    const browser = await gateway.open(await makeUser(company.id))
    const upload = (bytes: Uint8Array, id = company.id) => {
      const files = [{ fileName: 'logo.png', mimetype: 'image/png', bytes }]
      return call(companies.uploadMedia, { as: company.admin, params: { id }, body: {}, files })
    }
    expect((await upload(Uint8Array.of(1, 2, 3))).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(PNG.subarray(0, 16))).error).toBe('ERR_UPLOAD_TYPE')
    expect((await upload(png(8001, 5000))).error).toBe('ERR_PICTURE_TOO_LARGE')
    expect((await upload(new Uint8Array())).error).toBe('ERR_UPLOAD_MISSING')
    expect((await upload(PNG, home.id)).error).toBe('ERR_NO_COMPANY_FOUND')
    const { mediaPath, mediaName } = (await upload(PNG)).body
    expect([mediaName, mediaPath?.startsWith(`/public/${company.id}/logo/`)]).toEqual(['logo.png', true])
    const params = { id: company.id }
    await call(companies.removeMedia, { as: company.admin, params })
    const large = Buffer.concat([PNG, Buffer.alloc(6_000_000)])
    const about = { fileName: 'a.png', mimetype: 'image/png', size: large.length }
    expect((await call(companies.uploads, { as: company.admin, params: { id: home.id }, body: about })).error).toBe(
      'ERR_NO_COMPANY_FOUND',
    )
    const { key, url, fields } = (await call(companies.uploads, { as: company.admin, params, body: about })).body
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([large]))
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(204)
    const give = (body: object) => call(companies.uploadMedia, { as: company.admin, params, body, files: [] })
    for (const wrong of [{}, { key: 'x' }, { key: key.replace(company.id, home.id) }])
      expect((await give(wrong)).error).toBe('ERR_UPLOAD_MISSING')
    expect((await give({ key, fileName: 'grande.png' })).body).toMatchObject({ mediaName: 'grande.png' })
    await expect
      .poll(() => browser.received.flatMap(({ event, payload }) => (event.endsWith('-company') ? [payload] : [])))
      .toMatchObject([{ company: { mediaPath } }, { company: { mediaPath: null } }, {}])
  })
})

describe("a company's own token", () => {
  it('is for its default connection of the moment; the one before is worth nothing', async () => {
    const company = await makeCompany()
    const renew = async (as = company.admin) => call(companies.replaceToken, { as, params: { id: company.id } })
    expect((await renew(root)).error).toBe('ERR_NO_COMPANY_FOUND')
    const [first, second] = await Promise.all([renew(), renew()])
    const { id: connectionId } = await makeWhatsapp(company.id, { isDefault: true })
    const owners = await Promise.all(
      [first, second].map(({ body: { token } }) => authenticateApiToken({ 'x-api-key': token }).catch(() => undefined)),
    )
    expect(owners.filter(owner => owner)).toEqual([{ companyId: company.id, connectionId }])
    expect((await call(companies.get, { as: company.admin, params: { id: company.id } })).body.hasToken).toBe(true)
  })
})
