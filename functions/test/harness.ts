/**
 * Fixture of the tests of operations: a company of their own, its users with tokens, and calls
 * through the area handlers in process, with the events API Gateway sends.
 */
import { randomUUID } from 'node:crypto'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { PLAN_FLAGS, type Profile, type UserRight } from '@balcao/shared/access.ts'
import { SERVED_AREAS } from '@balcao/shared/api/v1.ts'
import { matcher, routesOf, spellings } from '@balcao/shared/api-contract/match.ts'
import type { ArgsOf, ResultOf, Route } from '@balcao/shared/api-contract/route.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { searchForSecrets } from '@balcao/shared/test/secrets.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { createWhatsapp, type WhatsappRow } from '../src/data/channels/whatsapp.ts'
import { createCompany } from '../src/data/company/company.ts'
import { savePlan } from '../src/data/company/plan.ts'
import { documentClient, tableName } from '../src/data/table/client.ts'
import { createQueue, type QueueRow } from '../src/data/team/queue.ts'
import { createUser, requireUser, type UserRow } from '../src/data/team/user.ts'
import type { AreaHandler } from '../src/http/area-handler.ts'
import type { Actor } from '../src/http/context.ts'
import { signAccessToken } from '../src/http/tokens.ts'
import { connectionRow } from './connection-row.ts'
import { queueRow } from './queue-row.ts'
import { startSession } from './start-session.ts'

/** Hash of no password: these users sign in by `signIn` below, which costs no key derivation. */
const NO_PASSWORD = 'none'

export type TestUser = { user: UserRow; actor: Actor; token: string }
export type TestCompany = Company & { plan: Plan; admin: TestUser }

/** A plan of its own, so that a test may switch its features. */
export async function makePlan(changes: Partial<Plan> = {}): Promise<Plan> {
  const plan = {
    id: newId(),
    name: `Plan ${randomUUID()}`,
    users: 50,
    connections: 10,
    queues: 20,
    campaigns: null,
    schedules: null,
    // Behind those of a fresh installation, since a list of thousands is cut.
    value: 1000,
    ...(Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])) as Record<(typeof PLAN_FLAGS)[number], boolean>),
    ...changes,
  }
  await savePlan(plan)
  return plan
}

/** A new session of a user: the token of an earlier one is worth nothing from here on. */
async function signIn(user: UserRow): Promise<TestUser> {
  const actor: Actor = {
    userId: user.id,
    companyId: user.companyId,
    profile: user.profile,
    super: user.super,
    permissions: user.permissions,
    sessionId: newId(),
  }
  await startSession(actor)
  return { user, actor, token: await signAccessToken(actor) }
}

/** A company with an admin, all plan features on unless `plan` says otherwise. */
export async function makeCompany(
  options: { plan?: Partial<Plan>; dueDate?: string; passwordHash?: string } = {},
): Promise<TestCompany> {
  const plan = await makePlan(options.plan)
  const id = newId()
  const adminId = newId()
  const company = await createCompany(
    {
      id,
      name: `Company ${randomUUID()}`,
      email: `${id}@example.com`,
      phone: '11999990000',
      planId: plan.id,
      dueDate: options.dueDate ?? new Date(Date.now() + 30 * 86_400_000).toISOString(),
      trialExpiration: null,
    },
    {
      id: adminId,
      name: 'Ana Admin',
      email: `admin-${adminId}@example.com`,
      passwordHash: options.passwordHash ?? NO_PASSWORD,
      profile: 'admin',
    },
  )
  return { ...company, plan, admin: await signIn(await requireUser(id, adminId)) }
}

type UserOptions = {
  name?: string
  profile?: Profile
  super?: boolean
  queueIds?: string[]
  allTicket?: 'enabled' | 'disabled'
  permissions?: UserRight[]
  passwordHash?: string
}

/** A user of the company, signed in. */
export async function makeUser(companyId: string, options: UserOptions = {}): Promise<TestUser> {
  const id = newId()
  const user = await createUser(
    companyId,
    { id, name: 'Bia Atendente', email: `${id}@example.com`, passwordHash: NO_PASSWORD, profile: 'user', ...options },
    1000,
  )
  return signIn(user)
}

const COLORS = ['#E74C3C', '#2ECC71', '#3498DB', '#F1C40F', '#9B59B6', '#1ABC9C']
let colors = 0

/** A queue of the company. */
export async function makeQueue(companyId: string, changes: Partial<QueueRow> = {}): Promise<QueueRow> {
  const queue = queueRow({
    name: `Queue ${randomUUID().slice(0, 8)}`,
    color: `${COLORS[colors++ % COLORS.length]}${(colors % 256).toString(16).padStart(2, '0')}`,
    greetingMessage: 'Olá!',
    schedules: DEFAULT_SCHEDULES,
    ...changes,
  })
  await createQueue(companyId, queue, 1000)
  return queue
}

/** A connection of the company, as if paired. */
export function makeWhatsapp(companyId: string, changes: Partial<WhatsappRow> = {}): Promise<WhatsappRow> {
  const row = connectionRow(companyId, {
    name: `Connection ${randomUUID().slice(0, 8)}`,
    number: '5511999990000',
    schedules: DEFAULT_SCHEDULES,
    ...changes,
  })
  return createWhatsapp(row, 1000, false)
}

/** A row of the table as it is, for what no operation answers. */
export async function rawRow(key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  )
  return Item
}

/** Writes an attribute of a row as another process does: this one hears of nothing. */
export async function changeElsewhere(key: { pk: string; sk: string }, name: string, value: unknown): Promise<void> {
  await documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  )
}

type CallOptions<R extends Route> = Partial<ArgsOf<R>> & {
  /** User whose token the call carries. */
  as?: TestUser | undefined
  headers?: Record<string, string>
  files?: { fileName: string; mimetype: string; bytes: Uint8Array }[]
  sourceIp?: string
  /** Result of the gateway's authorizer. */
  authorizer?: Record<string, string>
}

export type Answer<T> = {
  status: number
  /** The body of a success. */
  body: T
  /** The code of a refusal, and what else its body says. */
  error: ErrorCode | undefined
  details: { path: string; message: string }[]
  raw: Record<string, unknown>
  headers: Record<string, string>
  cookies: string[]
}

/** Calls a route through its area's handler. */
export async function call<R extends Route>(route: R, options: CallOptions<R> = {}): Promise<Answer<ResultOf<R>>> {
  const {
    params = {},
    query = {},
    body,
    files,
  } = options as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    files?: CallOptions<R>['files']
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const sent = files ? formOf(route, (body ?? {}) as Record<string, unknown>, files) : jsonOf(body)
  return (await send(route.method, path, {
    ...options,
    query,
    headers: { ...sent.headers, ...options.headers },
    text: sent.text,
    base64: sent.base64,
  })) as Answer<ResultOf<R>>
}

type Sent = { headers: Record<string, string>; text: string | null; base64: boolean }

const jsonOf = (body: unknown): Sent =>
  body === undefined
    ? { headers: {}, text: null, base64: false }
    : { headers: { 'content-type': 'application/json' }, text: JSON.stringify(body), base64: false }

function formOf(route: Route, fields: Record<string, unknown>, files: NonNullable<CallOptions<Route>['files']>): Sent {
  const boundary = `----${randomUUID()}`
  const parts: Buffer[] = []
  const { json } = route.multipart ?? {}
  // As browsers send a row: whole, in one part.
  for (const [name, value] of Object.entries(json === undefined ? fields : { [json]: fields })) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`))
  }
  for (const file of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${route.multipart?.field ?? 'file'}"; ` +
          `filename="${file.fileName}"\r\ncontent-type: ${file.mimetype}\r\n\r\n`,
      ),
      Buffer.from(file.bytes),
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    text: Buffer.concat(parts).toString('base64'),
    base64: true,
  }
}

/** The area that serves a path, by its first segment. */
const AREA_OF = new Map(
  SERVED_AREAS.toReversed().flatMap(area =>
    routesOf(area).flatMap(({ route }) => spellings(route).map(({ path }) => [path.split('/')[1]!, area] as const)),
  ),
)

/** Address of a file's calls: failed sign-ins count for everybody who comes from the same one. */
const ADDRESS = `127.0.0.1-${randomUUID()}`

/** A call as it comes from the wire, for paths and bodies no typed call would send. */
export async function send(
  method: string,
  path: string,
  options: {
    as?: TestUser | undefined
    query?: Record<string, unknown>
    headers?: Record<string, string>
    text?: string | null
    base64?: boolean
    sourceIp?: string
    authorizer?: Record<string, string>
    /** The gateway's resource where it is not the path itself. */
    resource?: string
  } = {},
): Promise<Answer<unknown>> {
  const area = AREA_OF.get(path.split('/')[1]!)
  if (!area) throw new Error(`no area serves ${path}`)
  const { handler } = (await import(`../src/areas/${area.name}/handler.ts`)) as { handler: AreaHandler }
  const given = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined)
  const query = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  const event = {
    resource: options.resource ?? path,
    path,
    httpMethod: method,
    headers: {
      ...(options.text && !options.base64 ? { 'content-type': 'application/json' } : {}),
      ...(options.as ? { Authorization: `Bearer ${options.as.token}` } : {}),
      ...options.headers,
    },
    multiValueHeaders: {},
    queryStringParameters: given.length > 0 ? query : null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      requestId: randomUUID(),
      identity: { sourceIp: options.sourceIp ?? ADDRESS },
      authorizer: options.authorizer ?? null,
    },
    body: options.text ?? null,
    isBase64Encoded: options.base64 ?? false,
  } as unknown as APIGatewayProxyEvent
  const result = await handler(event)
  const found = matcher(area)(method, path)
  const name = typeof found === 'object' ? found.name : path
  searchForSecrets(`the answer of ${name}`, JSON.stringify(result.headers) + result.body, name)
  const isText = String(result.headers?.['content-type']).startsWith('text/plain')
  const raw = (isText ? { text: result.body } : result.body ? JSON.parse(result.body) : {}) as Record<string, unknown>
  return {
    status: result.statusCode,
    body: raw,
    error: raw.error as ErrorCode | undefined,
    details: (raw.details ?? []) as Answer<unknown>['details'],
    raw,
    headers: result.headers as Record<string, string>,
    cookies: (result.multiValueHeaders?.['set-cookie'] ?? []).map(String),
  }
}
