/**
 * The access matrix: every route of the contract × {no token, made-up token, expired, each role,
 * plan feature off, another company's ids, malformed body, over-long text}. A new route is in it by
 * being in the contract; its valid body, if it takes one, is added to `valid-calls.ts`.
 */
import { type Access, PROFILES, USER_RIGHTS, type UserRight } from '@balcao/shared/access.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { ERRORS } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '../src/http/tokens.ts'
import { type Answer, makeCompany, makeUser, send, type TestCompany, type TestUser } from './harness.ts'
import { rowsOf } from './rows-of.ts'
import { makeTenant, type Tenant } from './tenant.ts'
import { BODIES, pathWith, QUERIES } from './valid-calls.ts'

const ROUTES = AREAS.flatMap(area => routesOf(area).map(named => ({ ...named, area: area.name })))
const named = ROUTES.map(({ name, route }) => [name, route] as const)
const signedIn = named.filter(([, route]) => route.access !== 'public' && route.access !== 'apiKey')

type Options = { as?: TestUser; token?: string; body?: unknown; text?: string; ids?: Tenant['ids'] }

function hit(name: string, route: Route, { as, token, body, text, ids = mine.ids }: Options): Promise<Answer<unknown>> {
  return send(route.method, pathWith(route.path, ids), {
    as,
    query: QUERIES[name]?.(ids) ?? {},
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    text: text ?? (route.body ? JSON.stringify(body ?? BODIES[name]!(mine.ids)) : null),
  })
}

let company: TestCompany
let mine: Tenant
let foreign: Tenant
const users = {} as Record<(typeof PROFILES)[number], TestUser>
let root: TestUser

beforeAll(async () => {
  company = await makeCompany()
  for (const profile of PROFILES) users[profile] = await makeUser(company.id, { profile, allTicket: 'enabled' })
  root = await makeUser(company.id, { super: true })
  mine = await makeTenant(company)
  foreign = await makeTenant(await makeCompany())
})

describe('the matrix', () => {
  it('knows a valid body of every route that takes one', () => {
    const wanted = named.filter(([, route]) => route.body).map(([name]) => name)
    expect(Object.keys(BODIES).sort()).toEqual(wanted.sort())
    for (const [name, route] of named)
      if (route.body) expect(route.body.safeParse(BODIES[name]!(mine.ids)).error, name).toBeUndefined()
  })
})

describe('without a session', () => {
  it.each(signedIn)('%s asks for a token', async (name, route) => {
    for (const { method, path } of spellings(route)) {
      const answer = await hit(name, { ...route, method, path }, {})
      expect([answer.status, answer.raw]).toEqual([401, { error: 'ERR_UNAUTHORIZED' }])
    }
    for (const token of ['', 'null', 'a.b.c', forged()]) {
      const answer = await hit(name, route, { token })
      expect([answer.status, answer.error]).toEqual([401, 'ERR_UNAUTHORIZED'])
    }
  })

  it.each(signedIn)('%s tells an expired token apart', async (name, route) => {
    const answer = await hit(name, route, { token: await signAccessToken(users.admin.actor, -5) })
    expect([answer.status, answer.raw]).toEqual([403, { error: 'ERR_SESSION_EXPIRED' }])
  })

  it.each(signedIn)('%s refuses a session that was replaced', async (name, route) => {
    const answer = await hit(name, route, {
      token: await signAccessToken({ ...users.admin.actor, sessionId: newId() }),
    })
    expect([answer.status, answer.raw]).toEqual([401, { error: 'ERR_SESSION_ENDED' }])
  })

  it.each(named.filter(([, route]) => route.access === 'apiKey'))(
    '%s asks for a connection token',
    async (name, route) => {
      for (const token of [undefined, '', ' ', 'null', 'undefined', 'made-up', users.admin.token]) {
        const answer = await hit(name, route, token === undefined ? {} : { token })
        expect([answer.status, answer.error, token]).toEqual([401, 'ERR_UNAUTHORIZED', token])
      }
    },
  )
})

/** Signed with nothing: the classic. */
function forged(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { userId, ...claims } = users.admin.actor
  const body = { ...claims, sub: userId, exp: Math.floor(Date.now() / 1000) + 600 }
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(body)}.`
}

describe('by role', () => {
  const rank = { user: 0, supervisor: 1, admin: 2 }
  const isRight = (access: Access): access is UserRight => USER_RIGHTS.some(right => right === access)
  /** Named rights are asked of whoever is no admin, whatever their role. */
  const admits = (access: Access, profile: keyof typeof rank, rights: readonly UserRight[]) =>
    isRight(access)
      ? profile === 'admin' || rights.includes(access)
      : access !== 'super' && rank[profile] >= rank[access as keyof typeof rank]

  const callers = [
    ...PROFILES.map(profile => ({ profile, rights: [] as UserRight[] })),
    ...USER_RIGHTS.map(right => ({ profile: 'user' as const, rights: [right] })),
  ]
  const withRight = new Map<UserRight, TestUser>()
  beforeAll(async () => {
    for (const right of USER_RIGHTS) withRight.set(right, await makeUser(company.id, { permissions: [right] }))
  })

  it.each(signedIn)('%s lets in who reaches its role or has its right, and nobody else', async (name, route) => {
    // Ids that do not exist: what is asked here is only who gets past the door.
    const nowhere = Object.fromEntries(Object.keys(mine.ids).map(key => [key, newId()])) as Tenant['ids']
    for (const { profile, rights } of callers) {
      // Whoever signs out everywhere is let in nowhere after it.
      const own = name === 'sessions.end'
      const as = own
        ? await makeUser(company.id, { profile, permissions: rights })
        : (withRight.get(rights[0]!) ?? users[profile])
      const answer = await hit(name, route, { as, ids: nowhere, body: route.body ? {} : undefined })
      const who = [profile, ...rights].join(' ')
      if (admits(route.access, profile, rights))
        expect([name, who, answer.error]).not.toEqual([name, who, 'ERR_NO_PERMISSION'])
      else expect([who, answer.status, answer.raw]).toEqual([who, 403, { error: 'ERR_NO_PERMISSION' }])
    }
  })

  it('asks for the right to the catalogue wherever it is changed, and never where it is only read', () => {
    const kept =
      /^\/(products|productStores|categories|stores|portfolios|payments|paymentDetails|statusBudgets|zones|zoneDetails|rates|coupons)\b/
    const catalogue = named.filter(([, route]) => kept.test(route.path))
    expect(catalogue.length).toBeGreaterThan(50)
    for (const [name, route] of catalogue)
      expect([name, route.access]).toEqual([name, route.method === 'GET' ? 'user' : 'catalog'])
    const others = named.filter(([, route]) => route.access === 'catalog' && !kept.test(route.path))
    expect(others.map(([name]) => name)).toEqual(['contracts.publish'])
  })

  it.each(named.filter(([, route]) => route.plan))('%s asks for its plan feature', async (name, route) => {
    const poor = await makeCompany({ plan: { [route.plan!]: false } })
    const answer =
      route.access === 'apiKey'
        ? await send(route.method, route.path, {
            authorizer: { companyId: poor.id, connectionId: newId() },
            ...(route.body ? { text: JSON.stringify(BODIES[name]!(mine.ids)) } : {}),
            query: QUERIES[name]?.(mine.ids) ?? {},
          })
        : await hit(name, route, { as: poor.admin })
    expect([answer.status, answer.raw]).toEqual([403, { error: 'ERR_PLAN_FEATURE' }])
  })
})

describe("another company's ids", () => {
  const tenantRoutes = signedIn.filter(
    ([, route]) =>
      // Super users reach every company.
      route.access !== 'super' &&
      route.path.includes('{') &&
      !/^\/(plans|settings|typePayments|cep|announcements|helps|paymentNotices)\//.test(route.path),
  )

  // Nobody else writes there, so what is found behind one call is what was there before the next.
  let rows: Awaited<ReturnType<typeof rowsOf>>
  beforeAll(async () => {
    rows = await rowsOf(foreign.company.id)
  })
  async function expectUnchanged() {
    const before = rows
    rows = await rowsOf(foreign.company.id)
    expect(rows).toEqual(before)
  }

  it.each(tenantRoutes)('%s does not know them and changes nothing', async (name, route) => {
    const answer = await hit(name, route, { as: company.admin, ids: foreign.ids })
    if (route.method === 'DELETE' && answer.status === route.status) {
      // Deletes are idempotent: what is not ours is as good as gone already, and answers like what
      // never was.
      const nowhere = Object.fromEntries(Object.keys(foreign.ids).map(key => [key, newId()])) as Tenant['ids']
      expect(answer.raw).toEqual((await hit(name, route, { as: company.admin, ids: nowhere })).raw)
    } else {
      expect([answer.status, answer.error]).toEqual([404, answer.error])
      expect(route.errors).toContain(answer.error)
      expect(ERRORS[answer.error!].status).toBe(404)
      expect(Object.keys(answer.raw)).toEqual(['error'])
    }
    await expectUnchanged()
  })

  // What cannot be a document is told apart from one that nobody has.
  const byId = tenantRoutes.filter(([, route]) => !route.path.includes('{document}'))

  it.each(byId)('%s answers an id that is none like one that does not exist', async (name, route) => {
    const path = route.path.replace(/\{\w+\}/g, "1'%20OR%201=1")
    const answer = await send(route.method, path, {
      as: company.admin,
      text: route.body ? JSON.stringify(BODIES[name]!(mine.ids)) : null,
    })
    if (answer.error === 'ERR_VALIDATION') {
      expect(route.errors.some(code => ERRORS[code].status === 404)).toBe(false)
      expect(answer.details.length).toBeGreaterThan(0)
    } else expect(answer.status).toBe(404)
  })

  const inBodies: [string, Record<string, unknown>][] = []
  beforeAll(() => {
    const { ids } = foreign
    inBodies.push(
      ['users.create', { queueIds: [ids.queue] }],
      ['users.create', { whatsappId: ids.whatsapp }],
      ['users.update', { queueIds: [ids.queue] }],
      ['users.update', { whatsappId: ids.whatsapp }],
      ['queueOptions.create', { queueId: ids.queue }],
      ['queueOptions.create', { parentId: ids.queueOption }],
      ['queueOptions.create', { kind: 'queue', targetQueueId: ids.queue }],
      ['queueOptions.update', { parentId: ids.queueOption }],
      ['queueOptions.update', { kind: 'queue', targetQueueId: ids.queue }],
      ['whatsapp.create', { queueIds: [ids.queue] }],
      ['whatsapp.update', { transferQueueId: ids.queue }],
      ['tickets.create', { contactId: ids.contact }],
      ['tickets.create', { whatsappId: ids.whatsapp }],
      ['tickets.create', { queueId: ids.queue }],
      ['tickets.create', { userId: ids.user }],
      ['tickets.update', { queueId: ids.queue }],
      ['tickets.update', { queueId: mine.ids.queue, userId: ids.user }],
      ['tickets.update', { whatsappId: ids.whatsapp }],
      ['messages.create', { quotedMsg: ids.message }],
      ['messages.create', { fileListId: ids.file }],
      ['ticketNotes.create', { ticketId: ids.ticket }],
      ['tags.sync', { ticketId: ids.ticket }],
      ['tags.sync', { tags: [ids.tag] }],
      ['contacts.update', { customerId: ids.customer }],
      ['customers.create', { portfolioId: ids.portfolio }],
      ['customers.update', { portfolioId: ids.portfolio }],
      ['customerAddresses.create', { customerId: ids.customer }],
      ['portfolios.create', { userId: ids.user }],
      ['portfolios.update', { userId: ids.user }],
    )
  })

  it('are not known inside bodies either', async () => {
    for (const [name, fields] of inBodies) {
      const route = named.find(([each]) => each === name)![1]
      const answer = await hit(name, route, { as: company.admin, body: { ...BODIES[name]!(mine.ids), ...fields } })
      expect([name, fields, answer.status, answer.error]).toEqual([name, fields, 404, answer.error])
    }
    await expectUnchanged()
  })

  it('are not reached by query parameters or fields that name a company', async () => {
    const answer = await send('GET', '/users/list', { as: company.admin, query: { companyId: foreign.company.id } })
    expect(JSON.stringify(answer.raw)).not.toContain(foreign.ids.user)
    const created = await send('POST', '/tags', {
      as: company.admin,
      text: JSON.stringify({ name: crypto.randomUUID(), companyId: foreign.company.id, id: foreign.ids.tag }),
    })
    expect(created.status).toBe(201)
    expect((created.body as { id: string }).id).not.toBe(foreign.ids.tag)
    const theirs = await send('GET', '/tags/list', { as: foreign.company.admin })
    expect(JSON.stringify(theirs.raw)).not.toContain((created.body as { id: string }).id)
  })
})

describe('a ticket of a queue one does not belong to', () => {
  const ticketRoutes = signedIn.filter(
    ([, route]) =>
      route.access === 'user' &&
      /\{/.test(route.path) &&
      /^\/(tickets|tickets-log|messages|ticket-notes|ticket-tags)\//.test(route.path),
  )
  let outsider: TestUser
  beforeAll(async () => {
    outsider = await makeUser(company.id)
  })

  it.each(ticketRoutes)('%s is closed to a plain user', async (name, route) => {
    const before = await rowsOf(company.id)
    const answer = await hit(name, route, { as: outsider })
    if (route.method === 'DELETE' && answer.status === 204) {
      // As good as gone already.
    } else expect([403, 404]).toContain(answer.status)
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it.each(['tags.sync', 'ticketNotes.create'])('%s does not reach it by a body either', async name => {
    const route = named.find(([each]) => each === name)![1]
    const before = await rowsOf(company.id)
    expect([403, 404]).toContain((await hit(name, route, { as: outsider })).status)
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it('is in no list and no search', async () => {
    for (const query of [{ status: 'open' }, { status: 'pending' }, { searchParam: 'Cliente' }, { showAll: 'true' }]) {
      const answer = await send('GET', '/tickets', { as: outsider, query })
      expect([query, answer.status, (answer.body as { tickets: unknown[] }).tickets]).toEqual([query, 200, []])
    }
  })
})

describe('bodies', () => {
  const withBody = named.filter(([, route]) => route.body)
  const as = (route: Route) => {
    if (route.access === 'public' || route.access === 'apiKey') return {}
    return { as: route.access === 'super' ? root : company.admin }
  }
  const post = (name: string, route: Route, text: string) =>
    route.access === 'apiKey'
      ? send(route.method, route.path, {
          authorizer: { companyId: company.id, connectionId: mine.ids.whatsapp },
          text,
        })
      : hit(name, route, { ...as(route), text })

  it.each(withBody)('%s refuses what is not JSON', async (name, route) => {
    for (const text of ['{', 'name=x', '{"a":']) {
      const answer = await post(name, route, text)
      expect([answer.status, answer.raw]).toEqual([400, { error: 'ERR_MALFORMED_BODY' }])
    }
  })

  it.each(withBody)('%s says which fields are wrong', async (name, route) => {
    for (const wrong of ['[]', '"text"', '7', 'null']) {
      const answer = await post(name, route, wrong)
      expect([wrong, answer.status, answer.error]).toEqual([wrong, 400, 'ERR_VALIDATION'])
      expect(answer.details.length).toBeGreaterThan(0)
    }
    const valid = BODIES[name]!(mine.ids)
    for (const field of Object.keys(valid)) {
      const answer = await post(name, route, JSON.stringify({ ...valid, [field]: { no: ['such', 'shape'] } }))
      expect([field, answer.status, answer.error]).toEqual([field, 400, 'ERR_VALIDATION'])
      expect(answer.details.every(detail => detail.path.split('.')[0] === field)).toBe(true)
    }
  })

  /** A document may be a whole manual. */
  const tooLong = (name: string) => (name === 'knowledge.create' ? 1_500_000 : 70_000)

  it.each(withBody)('%s refuses texts that are too long', async (name, route) => {
    const valid = BODIES[name]!(mine.ids)
    for (const [field, value] of Object.entries(valid)) {
      if (typeof value !== 'string') continue
      const answer = await post(name, route, JSON.stringify({ ...valid, [field]: 'x'.repeat(tooLong(name)) }))
      expect([field, answer.status, answer.error]).toEqual([field, 400, 'ERR_VALIDATION'])
    }
  })
})

describe('what is not in the contract', () => {
  it('does not exist', async () => {
    const missing = await send('GET', '/users/a/b/c', { as: company.admin })
    expect([missing.status, missing.raw]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
    const method = await send('DELETE', '/users/list', { as: company.admin })
    expect(method.status).not.toBe(200)
    const patch = await send('PATCH', '/users', { as: company.admin })
    expect([patch.status, patch.raw]).toEqual([405, { error: 'ERR_METHOD_NOT_ALLOWED' }])
  })

  it('carries its answers unstored, unsniffed and unframed', async () => {
    const { headers } = await send('GET', '/version')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['x-request-id']).toBeTruthy()
  })

  it('describes the rest as OpenAPI', async () => {
    const { body } = await send('GET', '/openapi.json')
    expect(Object.keys((body as { paths: object }).paths).length).toBeGreaterThan(40)
  })
})
