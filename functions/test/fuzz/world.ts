/**
 * Two companies: one that calls, and one that nothing may reach. Turns a request's marks into their
 * ids and sends it.
 */
import { randomUUID } from 'node:crypto'
import { whatsapp as whatsappRoutes } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts as contactRoutes } from '@balcao/shared/api/contacts/contacts.ts'
import { newId } from '@balcao/shared/ids.ts'
import { searchForSecrets } from '@balcao/shared/test/secrets.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { changeCompany } from '../../src/data/company/company.ts'
import { savePlan } from '../../src/data/company/plan.ts'
import { saveNumberCheck } from '../../src/data/contacts/number-check.ts'
import type { AreaHandler } from '../../src/http/area-handler.ts'
import { call, makeCompany, makeUser, type TestUser } from '../harness.ts'
import { someNumber } from '../some-number.ts'
import { makeTenant, type Tenant } from '../tenant.ts'
import { expand, expandJson, type Lookup } from './marks.ts'
import type { Caller, Request } from './requests.ts'

type SignedIn = 'admin' | 'supervisor' | 'user' | 'super'

export type Answered = { status: number; text: string; headers: Record<string, unknown>; cookies: string[] }

export type World = {
  foreign: Tenant
  lookup: Lookup
  companyId: string
  /** Somebody more of the company, signed in. */
  newUser: (who: SignedIn) => Promise<TestUser>
  send: (request: Request) => Promise<{ path: string; answer: Answered }>
  /** Keeps values of an answer for later requests. */
  learn: (request: Request, path: string, answer: Answered) => Promise<void>
}

/** Maximum number of ids kept of one kind. */
const MAX_IDS = 20

/** A company that calls, beside a foreign one that was made before. */
export async function makeWorld(foreign: Tenant): Promise<World> {
  const company = await makeCompany()
  const tenant = await makeTenant(company)
  const make = (who: SignedIn) =>
    makeUser(company.id, {
      profile: who === 'super' ? 'user' : who,
      super: who === 'super',
      queueIds: [tenant.ids.queue],
      allTicket: 'enabled',
    })
  const users: Record<SignedIn, TestUser> = {
    admin: await make('admin'),
    supervisor: await make('supervisor'),
    user: await make('user'),
    super: await make('super'),
  }
  const { token } = (
    await call(whatsappRoutes.replaceToken, { params: { id: tenant.ids.whatsapp }, as: company.admin })
  ).body
  const { number } = (await call(contactRoutes.get, { params: { id: tenant.ids.contact }, as: company.admin })).body
  const numbers = [number, someNumber(), someNumber()]
  // As if WhatsApp had been asked: nobody answers for it here.
  for (const [at, one] of numbers.entries())
    await saveNumberCheck(company.id, one, { exists: at < 2, number: one, lid: null })
  const own: Ids = new Map()
  const others: Ids = new Map()
  const rememberAll = (ids: Ids, some: Tenant) => {
    for (const [kind, id] of Object.entries(some.ids)) remember(ids, kind, id)
  }
  rememberAll(own, tenant)
  rememberAll(others, foreign)
  for (const { user } of Object.values(users)) remember(own, 'user', user.id)
  const cursors: string[] = []
  let sent = 0
  const lookup: Lookup = {
    own: (hint, n) => pick(own, hint, n),
    foreign: (hint, n) => pick(others, hint, n),
    cursor: n => cursors[n % (cursors.length || 1)] ?? 'none',
    email: n => [users.user.user.email, foreign.company.admin.user.email][n] ?? `${randomUUID()}@example.com`,
    phone: n => numbers[n] ?? someNumber(),
    fresh: kind => (kind === 'new' ? newId() : `W ${randomUUID().slice(0, 13)}`),
  }

  async function send(request: Request): Promise<{ path: string; answer: Answered }> {
    // Who runs the installation reaches every company: the other one is let alone by being none of
    // theirs.
    const seen = request.caller === 'super' ? { ...lookup, foreign: lookup.own } : lookup
    const path = expand(request.path, seen)
    const handler = await handlerOf(request.area)
    const event = {
      // The gateway hands what it has no resource for to the area's proxy.
      resource: path,
      path,
      httpMethod: request.method,
      multiValueHeaders: {},
      ...queryOf(request, seen),
      pathParameters: null,
      stageVariables: null,
      requestContext: {
        requestId: randomUUID(),
        // Many addresses, as many people have: else those who guess passwords stop all others.
        identity: { sourceIp: `198.51.${sent++ % 200}.7` },
        authorizer: request.caller === 'key' ? { companyId: company.id, connectionId: tenant.ids.whatsapp } : null,
      },
      ...bodyOf(request, seen),
    }
    const result = await handler({
      ...event,
      headers: { ...credentials(request.caller), ...textsOf(request.headers, lookup) },
    } as unknown as APIGatewayProxyEvent)
    searchForSecrets(`an answer of ${request.route}`, result.body, request.route)
    return {
      path,
      answer: {
        status: result.statusCode,
        text: result.body,
        headers: result.headers ?? {},
        cookies: (result.multiValueHeaders?.['set-cookie'] ?? []).map(String),
      },
    }
  }

  function credentials(caller: Caller): Record<string, string> {
    if (caller === 'nobody' || caller === 'key') return {}
    if (caller === 'forged') return { Authorization: `Bearer ${users.admin.token.slice(0, -4)}AAAA` }
    return { Authorization: `Bearer ${caller === 'token' ? token : users[caller].token}` }
  }

  async function learn({ method, caller }: Request, path: string, { status, text }: Answered): Promise<void> {
    if (caller === 'super' && /^\/(companies|plans)\b/.test(path)) {
      // It may have been disabled, be past its due date or have less of a plan now: nobody of it
      // would be asked anything any more.
      if (status < 300) {
        await savePlan(company.plan)
        const { dueDate, planId } = company
        await changeCompany(company.id, { status: true, dueDate, planId, campaignsEnabled: true })
      }
      return
    }
    if (status === 401) {
      // A request may have ended a session, or deleted its user.
      for (const who of Object.keys(users) as SignedIn[]) {
        if (await isOver(users[who])) users[who] = await make(who)
      }
    }
    if (status === 204 && method === 'DELETE') {
      for (const [kind, ids] of own) {
        const left = ids.filter(id => !path.includes(id))
        own.set(kind, left)
        // Something to ask for is always there.
        if (left.length === 0) rememberAll(own, await makeTenant(company))
      }
    }
    if (status >= 300 || !text.startsWith('{')) return
    const body = JSON.parse(text) as { id?: unknown; nextCursor?: unknown }
    const kind = path.split('/').find(Boolean) ?? ''
    if (typeof body.id === 'string' && status === 201) remember(own, kind, body.id)
    if (typeof body.nextCursor === 'string') {
      cursors.push(body.nextCursor)
      if (cursors.length > MAX_IDS) cursors.shift()
    }
  }

  return { foreign, lookup, companyId: company.id, newUser: make, send, learn }
}

async function isOver({ token }: TestUser): Promise<boolean> {
  const handler = await handlerOf('account')
  const result = await handler({
    resource: '/auth/me',
    path: '/auth/me',
    httpMethod: 'GET',
    headers: { Authorization: `Bearer ${token}` },
    queryStringParameters: null,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
    body: null,
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEvent)
  return result.statusCode === 401
}

const handlers = new Map<string, Promise<AreaHandler>>()

function handlerOf(area: string): Promise<AreaHandler> {
  let handler = handlers.get(area)
  if (!handler) {
    handler = (import(`../../src/areas/${area}/handler.ts`) as Promise<{ handler: AreaHandler }>).then(it => it.handler)
    handlers.set(area, handler)
  }
  return handler
}

/** `contactId`, `contacts` and `contact` mean the same; `companies` are a company's. */
const stem = (hint: string): string =>
  hint
    .toLowerCase()
    .replace(/ids?$/, '')
    .replace(/(ies|y|s)$/, '')

/** By kind: the name of a tenant's id, or the first part of a path. */
type Ids = Map<string, string[]>

/** An id of the kind a name hints at, or of any. */
function pick(ids: Ids, hint: string, n: number): string {
  const wanted = stem(hint)
  const fits = [...ids].filter(([kind]) => {
    const known = stem(kind)
    return wanted.endsWith(known) || wanted.startsWith(known) || known.startsWith(wanted)
  })
  const list = (wanted === 'any' || wanted === '' || fits.length === 0 ? [...ids] : fits).flatMap(([, some]) => some)
  return list[n % list.length]!
}

function remember(ids: Ids, kind: string, id: string): void {
  ids.set(kind, [...(ids.get(kind) ?? []), id].slice(-MAX_IDS))
}

function textsOf(texts: Record<string, string>, lookup: Lookup): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expand(text, lookup)]))
}

/** As the gateway hands them on: the last of a name, and all of them. */
function queryOf({ query }: Request, lookup: Lookup) {
  if (query.length === 0) return { queryStringParameters: null, multiValueQueryStringParameters: null }
  const pairs = query.map(([name, value]) => [name, expand(value, lookup)] as const)
  const all = Map.groupBy(pairs, ([name]) => name)
  return {
    queryStringParameters: Object.fromEntries(pairs),
    multiValueQueryStringParameters: Object.fromEntries(
      [...all].map(([name, list]) => [name, list.map(([, value]) => value)]),
    ),
  }
}

function bodyOf({ body }: Request, lookup: Lookup): { body: string | null; isBase64Encoded: boolean } {
  switch (body.kind) {
    case 'none':
      return { body: null, isBase64Encoded: false }
    case 'bytes':
      return { body: body.base64, isBase64Encoded: true }
    case 'json': {
      let text = expandJson(JSON.stringify(body.value) ?? '', lookup)
      for (const [share, gone, come] of body.edits) {
        const at = Math.floor(share * text.length)
        text = text.slice(0, at) + come + text.slice(at + gone)
      }
      return body.base64
        ? { body: Buffer.from(text).toString('base64'), isBase64Encoded: true }
        : { body: text, isBase64Encoded: false }
    }
    case 'form': {
      const boundary = expand(body.boundary, lookup)
      const parts = body.parts.map(({ name, fileName, mimetype, text }) => {
        const named = `form-data${name === undefined ? '' : `; name="${expand(name, lookup)}"`}`
        const file = fileName === undefined ? '' : `; filename="${expand(fileName, lookup)}"`
        const type = mimetype === undefined ? '' : `\r\ncontent-type: ${expand(mimetype, lookup)}`
        return `--${boundary}\r\ncontent-disposition: ${named}${file}${type}\r\n\r\n${expand(text, lookup)}\r\n`
      })
      const whole = `${parts.join('')}--${boundary}--\r\n`
      const text =
        body.damage === 'cut'
          ? whole.slice(0, whole.length / 2)
          : body.damage === 'lf'
            ? whole.replaceAll('\r\n', '\n')
            : whole
      return { body: Buffer.from(text).toString('base64'), isBase64Encoded: true }
    }
  }
}
