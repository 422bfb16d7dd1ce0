import { apiTokens } from '@balcao/shared/api/company/api-tokens.ts'
import { v1 } from '@balcao/shared/api/v1.ts'
import { EXAMPLE_BODIES, EXAMPLE_QUERIES } from '@balcao/shared/api/v1-examples.ts'
import { EXAMPLE_ID } from '@balcao/shared/api-contract/example.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { API_CALLS_PER_MINUTE, API_SCOPES, type ApiScope } from '@balcao/shared/entities/api-token.ts'
import { ERRORS } from '@balcao/shared/errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloudNumber } from '../../../test/cloud-number.ts'
import {
  type Answer,
  call,
  makeCompany,
  makeUser,
  makeWhatsapp,
  send,
  type TestCompany,
} from '../../../test/harness.ts'
import { makeTemplate } from '../../../test/make-template.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { makeTenant, type Tenant } from '../../../test/tenant.ts'
import { listAudit } from '../../data/account/audit.ts'
import { changeCompany } from '../../data/company/company.ts'
import { getMessage } from '../../data/tickets/message.ts'

const ROUTES = routesOf(v1)
const OF_TOKENS = ROUTES.filter(({ route }) => route.access === 'token').map(each => [each.name, each.route] as const)

type TokenFields = { scopes?: readonly ApiScope[]; expiresAt?: string | null; sandbox?: boolean; name?: string }

const newToken = async ({ admin }: TestCompany, fields: TokenFields = {}) =>
  (
    await call(apiTokens.create, {
      as: admin,
      body: {
        name: 'Loja virtual',
        expiresAt: null,
        sandbox: false,
        ...fields,
        scopes: [...(fields.scopes ?? API_SCOPES)],
      },
    })
  ).body

/** Calls as a machine does. */
const machine = (
  token: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) =>
  send(method, path, {
    query,
    headers: { authorization: `Bearer ${token}`, ...headers },
    text: body === undefined ? null : JSON.stringify(body),
  }) as Promise<Answer<Record<string, unknown>>>

let tenant: Tenant
let token: string
beforeAll(async () => {
  tenant = await makeTenant(await makeCompany())
  token = (await newToken(tenant.company)).token
})

/** Ids of the tenant's rows in a path of the public API. */
function pathOf(path: string, ids: Record<string, string>): string {
  const nouns: Record<string, string> = {
    ...{ contacts: 'contact', tickets: 'ticket', notes: 'note', messages: 'message', tags: 'tag' },
    ...{ customers: 'customer', addresses: 'customerAddress', products: 'product', prices: 'productStore' },
    ...{
      categories: 'category',
      fields: 'field',
      stores: 'store',
      orders: 'budget',
      queues: 'queue',
      connections: 'whatsapp',
    },
    ...{ webhooks: 'webhook', deliveries: 'delivery' },
  }
  return path.replace(/\{(\w+)\}/g, (_, variable: string) => {
    if (variable === 'document') return '52998224725'
    return ids[/(\w+)Id$/.exec(variable)?.[1] ?? nouns[path.split('/')[2]!]!]!
  })
}

const nowhere = { get: () => EXAMPLE_ID }
const noIds = new Proxy({}, nowhere) as Record<string, string>

const ask = (name: string, route: Route, with_: string, ids: Record<string, string>) => {
  const body = route.body && (EXAMPLE_BODIES[name] ?? {})
  return machine(with_, route.method, pathOf(route.path, ids), body, {}, EXAMPLE_QUERIES[name])
}

describe('a token of the public API', () => {
  it('is shown once, stored as a digest, listed with its beginning and its last use, and audited', async () => {
    const company = await makeCompany()
    const made = await newToken(company, { scopes: ['contacts:read'] })
    expect(made.token).toMatch(/^blc_live_[\w-]{43}$/)
    expect(JSON.stringify(await rowsOf(company.id))).not.toContain(made.token)
    const before = (await call(apiTokens.list, { as: company.admin })).body.apiTokens
    expect(before).toEqual([{ ...made, token: undefined, lastUsedAt: null }])
    expect(before[0]).toMatchObject({ prefix: made.token.slice(0, 13), madeBy: { name: 'Ana Admin' } })
    const me = await machine(made.token, 'GET', '/v1/token')
    expect(me.body).toEqual({
      ...{ id: made.id, name: 'Loja virtual', companyId: company.id },
      ...{ scopes: ['contacts:read'], sandbox: false, expiresAt: null },
    })
    const used = (await call(apiTokens.list, { as: company.admin })).body.apiTokens[0]!
    expect(Date.now() - Date.parse(used.lastUsedAt!)).toBeLessThan(120_000)
    await call(apiTokens.remove, { as: company.admin, params: { id: made.id } })
    const { entries } = await listAudit(company.id, {}, { limit: 10 })
    expect(entries.map(({ subject, verb, name }) => [`${subject}.${verb}`, name])).toEqual([
      ['apiToken.delete', 'Loja virtual'],
      ['apiToken.create', 'Loja virtual'],
    ])
  })

  it('is refused once it is revoked, expired, made up or somebody’s session, and of a company that is over', async () => {
    const company = await makeCompany()
    const { id, token: live } = await newToken(company)
    expect((await machine(live, 'GET', '/v1/contacts')).status).toBe(200)
    for (const wrong of ['', 'null', live.slice(0, -1), `${live.slice(0, -1)}!`, company.admin.token])
      expect([wrong, (await machine(wrong, 'GET', '/v1/contacts')).raw]).toEqual([wrong, { error: 'ERR_UNAUTHORIZED' }])
    // Nor does a token open the product's own calls.
    expect((await machine(live, 'GET', '/contacts')).raw).toEqual({ error: 'ERR_UNAUTHORIZED' })
    await changeCompany(company.id, { status: false })
    expect((await machine(live, 'GET', '/v1/contacts')).raw).toEqual({ error: 'ERR_COMPANY_DISABLED' })
    await changeCompany(company.id, { status: true, dueDate: new Date(Date.now() - 1000).toISOString() })
    expect((await machine(live, 'GET', '/v1/contacts')).status).toBe(402)
    await changeCompany(company.id, { dueDate: new Date(Date.now() + 86_400_000).toISOString() })
    const soon = new Date(Date.now() + 250).toISOString()
    const short = await newToken(company, { expiresAt: soon })
    await expect
      .poll(async () => (await machine(short.token, 'GET', '/v1/contacts')).error)
      .toBe('ERR_API_TOKEN_EXPIRED')
    const late = await call(apiTokens.create, {
      as: company.admin,
      body: { name: 'Tarde', scopes: ['contacts:read'], expiresAt: new Date(0).toISOString() },
    })
    expect(late.error).toBe('ERR_API_TOKEN_EXPIRY')
    await call(apiTokens.remove, { as: company.admin, params: { id } })
    const gone = await machine(live, 'GET', '/v1/contacts')
    expect([gone.status, gone.raw]).toEqual([401, { error: 'ERR_UNAUTHORIZED' }])
  })

  it('is made and revoked by admins of its company alone, twenty at most, also at once', async () => {
    const company = await makeCompany()
    const [supervisor, other] = [await makeUser(company.id, { profile: 'supervisor' }), await makeCompany()]
    const body = { name: 'Loja', scopes: ['contacts:read' as const] }
    expect((await call(apiTokens.create, { as: supervisor, body })).error).toBe('ERR_NO_PERMISSION')
    const all = await Promise.all(Array.from({ length: 22 }, () => call(apiTokens.create, { as: company.admin, body })))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(all.find(({ status }) => status !== 201)?.error).toBe('ERR_API_TOKEN_LIMIT')
    const { id } = (await call(apiTokens.list, { as: company.admin })).body.apiTokens[0]!
    await call(apiTokens.remove, { as: other.admin, params: { id } })
    await Promise.all([1, 2].map(() => call(apiTokens.remove, { as: company.admin, params: { id } })))
    expect((await call(apiTokens.create, { as: company.admin, body })).status).toBe(201)
    expect((await call(apiTokens.create, { as: company.admin, body })).error).toBe('ERR_API_TOKEN_LIMIT')
  })
})

describe('scopes', () => {
  it('are stated by every call, with a plan and the errors they bring', () => {
    for (const [name, route] of OF_TOKENS) {
      if (name !== 'reference.me')
        expect([name, route.errors]).toEqual([name, expect.arrayContaining(['ERR_API_SCOPE'])])
      expect([name, route.plan]).toEqual([name, expect.any(String)])
      const verb = route.scope?.split(':')[1]
      if (route.method !== 'GET' && name !== 'orders.quote') expect([name, verb]).toEqual([name, 'write'])
      else if (name !== 'reference.me') expect([name, verb]).toEqual([name, 'read'])
    }
  })

  it('let in the token that has the call’s, and none that has every other', async () => {
    const company = await makeCompany()
    const { token: box } = await newToken(company, { sandbox: true })
    // Twenty tokens at most: one lacks each scope, made again per scope.
    for (const scope of API_SCOPES) {
      const without = await newToken(company, { scopes: API_SCOPES.filter(each => each !== scope) })
      for (const [name, route] of OF_TOKENS.filter(([, each]) => each.scope === scope)) {
        const refused = await ask(name, route, without.token, noIds)
        expect([name, refused.status, refused.raw]).toEqual([name, 403, { error: 'ERR_API_SCOPE', scope }])
        const admitted = await ask(name, route, box, noIds)
        expect([name, admitted.status]).toEqual([name, route.status])
      }
      await call(apiTokens.remove, { as: company.admin, params: { id: without.id } })
    }
  })

  it('do not replace the plan', async () => {
    const poor = await makeCompany({ plan: { useSales: false } })
    const { token: theirs } = await newToken(poor)
    expect((await machine(theirs, 'GET', '/v1/orders')).raw).toEqual({ error: 'ERR_PLAN_FEATURE' })
    expect((await machine(theirs, 'GET', '/v1/contacts')).status).toBe(200)
    const none = await makeCompany({ plan: { useExternalApi: false } })
    expect((await call(apiTokens.list, { as: none.admin })).error).toBe('ERR_PLAN_FEATURE')
  })
})

describe('another company’s ids', () => {
  it('are not known to a token, and nothing changes there', async () => {
    const mine = await newToken(await makeCompany())
    const before = await rowsOf(tenant.company.id)
    const ids = tenant.ids as Record<string, string>
    for (const [name, route] of OF_TOKENS.filter(
      ([, { path }]) => path.includes('{') && !path.includes('{document}'),
    )) {
      const answer = await ask(name, route, mine.token, ids)
      if (route.method === 'DELETE' && answer.status === 204) continue
      expect([name, answer.status, ERRORS[answer.error!].status]).toEqual([name, 404, 404])
    }
    expect(await rowsOf(tenant.company.id)).toEqual(before)
  })
})

describe('calls of a machine', () => {
  it('do what an admin does, in the token’s name', async () => {
    const { company, ids } = tenant
    const made = await machine(token, 'POST', '/v1/tags', { name: crypto.randomUUID(), color: '#123456' })
    expect(made.status).toBe(201)
    const removed = await machine(token, 'DELETE', `/v1/tags/${made.body.id}`)
    expect(removed.status).toBe(204)
    const { entries } = await listAudit(company.id, {}, { limit: 1 })
    expect(entries[0]).toMatchObject({ subject: 'tag', verb: 'delete', user: { name: 'Loja virtual' } })
    const note = await machine(token, 'POST', '/v1/notes', {
      note: 'Pela loja virtual',
      ticketId: ids.ticket,
      contactId: ids.contact,
    })
    expect([note.status, note.body.user]).toMatchObject([201, { name: 'Loja virtual' }])
    const queues = await machine(token, 'GET', '/v1/queues')
    expect(queues.status).toBe(200)
    expect(JSON.stringify((await machine(token, 'GET', '/v1/connections')).raw)).not.toContain('qrcode')
  })

  it('find the templates that a message may name', async () => {
    const company = await makeCompany()
    const { token: own } = await newToken(company)
    const official = await makeWhatsapp(company.id, cloudNumber('87', { status: 'CONNECTED' }))
    const { name, language } = await makeTemplate(company.id, '87')
    const path = '/v1/templates'
    const found = await machine(own, 'GET', path, undefined, {}, { whatsappId: official.id })
    expect([found.status, found.body.templates]).toMatchObject([200, [{ name, language, whatsappId: official.id }]])
    const linked = await makeWhatsapp(company.id)
    const refused = await machine(own, 'GET', path, undefined, {}, { whatsappId: linked.id })
    expect(refused.error).toBe('ERR_CHANNEL_UNSUPPORTED')
  })

  it('open tickets that wait, or are somebody’s, and never the token’s own', async () => {
    const company = await makeCompany()
    const { token: own, id } = await newToken(company)
    await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
    const contact = await machine(own, 'POST', '/v1/contacts', { name: 'Maria', number: '5511987650001' })
    const body = { contactId: contact.body.id }
    expect((await machine(own, 'POST', '/v1/tickets', { ...body, status: 'open' })).error).toBe('ERR_VALIDATION')
    expect((await machine(own, 'POST', '/v1/tickets', { ...body, status: 'open', userId: id })).error).toBe(
      'ERR_NO_USER_FOUND',
    )
    const waiting = await machine(own, 'POST', '/v1/tickets', body)
    expect([waiting.status, waiting.body.status, waiting.body.userId]).toEqual([201, 'pending', null])
    const path = `/v1/tickets/${waiting.body.id}`
    expect((await machine(own, 'PUT', path, { status: 'open', userId: id })).error).toBe('ERR_NO_USER_FOUND')
    expect((await machine(own, 'PUT', path, { status: 'open' })).error).toBe('ERR_VALIDATION')
    const closed = await machine(own, 'PUT', path, { status: 'closed' })
    expect([closed.status, closed.body.userId]).toEqual([200, null])
    const given = await machine(own, 'PUT', path, { status: 'open', userId: company.admin.user.id })
    expect([given.status, given.body.userId]).toEqual([200, company.admin.user.id])
    const colleague = await makeUser(company.id)
    const handed = await machine(own, 'PUT', path, { status: 'open', userId: colleague.user.id })
    expect([handed.status, handed.body.userId]).toEqual([200, colleague.user.id])
  })
})

describe('an idempotency key', () => {
  it('makes a write once, at once or one after the other, and answers the same', async () => {
    const body = { name: crypto.randomUUID(), color: '#123456' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const all = await Promise.all(Array.from({ length: 4 }, () => machine(token, 'POST', '/v1/tags', body, key)))
    const done = all.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    for (const { status, error } of all.filter(each => each.status !== 201))
      expect([status, error]).toEqual([409, 'ERR_IDEMPOTENCY_IN_PROGRESS'])
    const again = await machine(token, 'POST', '/v1/tags', body, key)
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, done[0]!.body, 'true'])
    expect(new Set([...done, again].map(each => each.body.id)).size).toBe(1)
    const other = await machine(token, 'POST', '/v1/tags', { ...body, color: '#654321' }, key)
    expect([other.status, other.error]).toEqual([409, 'ERR_IDEMPOTENCY_KEY_REUSED'])
    // Another call with the same key is another request too.
    expect((await machine(token, 'DELETE', `/v1/tags/${again.body.id}`, undefined, key)).error).toBe(
      'ERR_IDEMPOTENCY_KEY_REUSED',
    )
    // A key is the token's own.
    const second = await newToken(tenant.company)
    expect((await machine(second.token, 'POST', '/v1/tags', body, key)).error).toBe('ERR_TAG_NAME_ALREADY_EXISTS')
  })

  it('is free again after a refusal, and is not taken when it is too long', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const name = crypto.randomUUID()
    await machine(token, 'POST', '/v1/tags', { name, color: '#123456' })
    expect((await machine(token, 'POST', '/v1/tags', { name, color: '#123456' }, key)).status).toBe(409)
    const renamed = { name: crypto.randomUUID(), color: '#123456' }
    expect((await machine(token, 'POST', '/v1/tags', renamed, key)).status).toBe(201)
    const long = await machine(token, 'POST', '/v1/tags', renamed, { 'idempotency-key': 'k'.repeat(101) })
    expect([long.error, long.details[0]]).toMatchObject(['ERR_VALIDATION', { path: 'Idempotency-Key' }])
  })

  it('sends a message once, into a ticket that nobody accepted too', async () => {
    const company = await makeCompany()
    const { token: own } = await newToken(company)
    await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
    const contact = await machine(own, 'POST', '/v1/contacts', { name: 'Maria', number: '5511987650002' })
    const ticket = await machine(own, 'POST', '/v1/tickets', { contactId: contact.body.id })
    const path = `/v1/tickets/${ticket.body.id}/messages`
    const key = { 'idempotency-key': 'pedido-1' }
    const sent = await machine(own, 'POST', path, { body: 'Saiu para entrega' }, key)
    expect(sent.status).toBe(201)
    const [{ id }] = sent.body.messages as [{ id: string }]
    expect(await getMessage(company.id, id)).toMatchObject({ origin: 'api', body: 'Saiu para entrega' })
    const again = await machine(own, 'POST', path, { body: 'Saiu para entrega' }, key)
    expect(again.body).toEqual(sent.body)
    const listed = await machine(own, 'GET', path)
    expect(listed.body.messages).toHaveLength(1)
  })

  it('does not keep a secret that is shown once', async () => {
    const company = await makeCompany()
    const { token: own } = await newToken(company)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const made = await machine(own, 'POST', '/v1/webhooks', EXAMPLE_BODIES['webhooks.create'], key)
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    const again = await machine(own, 'POST', '/v1/webhooks', EXAMPLE_BODIES['webhooks.create'], key)
    expect([again.status, again.body.id, again.body.secret]).toEqual([201, made.body.id, undefined])
    expect(JSON.stringify(await rowsOf(company.id))).not.toContain(made.body.secret)
  })
})

describe('the rate of a token', () => {
  it('is told by every answer, counts the calls of all processes, and refuses beyond it', async () => {
    const company = await makeCompany()
    const { token: own } = await newToken(company)
    const first = await machine(own, 'GET', '/v1/token')
    expect(first.headers).toMatchObject({ 'ratelimit-limit': String(API_CALLS_PER_MINUTE) })
    expect(Number(first.headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
    const before = Number(first.headers['ratelimit-remaining'])
    const [found, wrong] = [await machine(own, 'GET', '/v1/tags'), await machine(own, 'GET', `/v1/tags/${EXAMPLE_ID}`)]
    const left = [found, wrong].map(({ headers }) => Number(headers['ratelimit-remaining']))
    // A minute may begin in between.
    expect(left.every((each, i) => each === before - 1 - i || each >= API_CALLS_PER_MINUTE - 2)).toBe(true)
    const calls = await Promise.all(
      Array.from({ length: API_CALLS_PER_MINUTE }, () => machine(own, 'GET', '/v1/token')),
    )
    const refused = calls.filter(({ status }) => status === 429)
    const isOneMinute = calls.every(({ headers }) => Number(headers['ratelimit-remaining']) < before)
    if (isOneMinute) expect(refused).toHaveLength(3)
    for (const { error, headers } of refused) {
      expect([error, headers['ratelimit-remaining']]).toEqual(['ERR_TOO_MANY_REQUESTS', '0'])
      expect(headers['retry-after']).toBe(headers['ratelimit-reset'])
    }
  })
})

describe('a sandbox', () => {
  it('answers every call with an example, and neither reads nor changes the company', async () => {
    const { company } = tenant
    const box = await newToken(company, { sandbox: true })
    expect(box.token).toMatch(/^blc_test_/)
    const before = await rowsOf(company.id)
    for (const [name, route] of OF_TOKENS) {
      const answer = await ask(name, route, box.token, noIds)
      expect([name, answer.status]).toEqual([name, route.status])
      if (name !== 'reference.me') expect(JSON.stringify(answer.raw)).not.toContain(company.id)
    }
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it('checks what is sent, shows it in the answer, and knows the example’s id alone', async () => {
    const { token: box } = await newToken(tenant.company, {
      sandbox: true,
      scopes: ['contacts:read', 'contacts:write'],
    })
    const made = await machine(box, 'POST', '/v1/contacts', { name: 'Joana', number: '5511912345678' })
    expect([made.status, made.body]).toMatchObject([201, { id: EXAMPLE_ID, name: 'Joana', number: '5511912345678' }])
    expect((await machine(box, 'GET', `/v1/contacts/${EXAMPLE_ID}`)).status).toBe(200)
    expect((await machine(box, 'GET', `/v1/contacts/${tenant.ids.contact}`)).error).toBe('ERR_NO_CONTACT_FOUND')
    expect((await machine(box, 'POST', '/v1/contacts', { name: '' })).error).toBe('ERR_VALIDATION')
    expect((await machine(box, 'GET', '/v1/orders')).error).toBe('ERR_API_SCOPE')
    const key = { 'idempotency-key': 'teste' }
    await machine(box, 'POST', '/v1/contacts', { name: 'Joana', number: '5511912345678' }, key)
    expect((await machine(box, 'POST', '/v1/contacts', { name: 'Rita', number: '5511912345678' }, key)).error).toBe(
      'ERR_IDEMPOTENCY_KEY_REUSED',
    )
  })
})

it('describes itself to everybody', async () => {
  const { status, body } = (await send('GET', '/v1/openapi.json')) as Answer<{ paths: Record<string, object> }>
  expect(status).toBe(200)
  expect(Object.keys(body.paths).sort()).toEqual([...new Set(ROUTES.map(({ route }) => route.path))].sort())
})
