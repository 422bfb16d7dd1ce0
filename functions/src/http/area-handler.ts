/**
 * One function per area. Per call: find the route → authenticate → access and plan → parse → run → parse the answer,
 * which strips what must not leave → respond.
 */
import { mayAccess } from '@balcao/shared/access.ts'
import type { Handlers, UploadedFile } from '@balcao/shared/contract/handlers.ts'
import { type Matched, matcher } from '@balcao/shared/contract/match.ts'
import type { AreaName, Resource, Route } from '@balcao/shared/contract/route.ts'
import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { z } from 'zod'
import { config } from '../config.ts'
import { planOf } from '../data/company/company.ts'
import { authenticateApiToken, authenticateToken, bearerOf } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { Context, HttpContexts } from './context.ts'
import { logger } from './logger.ts'
import { missingField } from './missing-field.ts'
import { readBody } from './read-body.ts'
import { requireWellFormed } from './require-well-formed.ts'
import { respond, respondError } from './respond.ts'

type Run = (
  ctx: Context,
  call: { params: unknown; query: unknown; body: unknown; files: UploadedFile[] },
) => Promise<unknown>

export type AreaHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>

export function areaHandler<const R extends Record<string, Resource>>(
  area: { name: AreaName; resources: R },
  handlers: Handlers<{ resources: R }, HttpContexts>,
): AreaHandler {
  const match = matcher(area)
  const operations = handlers as Record<string, Record<string, Run>>
  return async event => {
    const requestId = event.requestContext.requestId
    const cookies: string[] = []
    const links: Record<string, string> = {}
    let name = ''
    try {
      const matched = match(event.httpMethod, event.path)
      if (!matched) throw new AppError('ERR_NOT_FOUND')
      if (matched === 'method') throw new AppError('ERR_METHOD_NOT_ALLOWED')
      name = matched.name
      const { route, resource, operation } = matched
      const headers = headersOf(event)
      const ctx = await admit(route, event, headers, requestId, {
        setCookie: cookie => cookies.push(cookie),
        goesOn: cursor => cursor !== null && Object.assign(links, { link: nextLink(event, cursor) }),
      })
      const { body, files } = await readBody(route, headers, event)
      const call = {
        params: parseParams(matched),
        query: parse(route.query, event.queryStringParameters ?? {}),
        body: parse(route.body, body),
        files,
      }
      // After the schemas: a form's fields may hold JSON.
      requireWellFormed({ ...call, files: files.map(({ fileName, mimetype }) => [fileName, mimetype]) })
      const answer = await operations[resource]![operation]!(ctx, call)
      return respond(route.status, route.response?.parse(answer), requestId, { cookies, headers: links })
    } catch (error) {
      if (error instanceof AppError) {
        if (error.status >= 500) logger.error('refused', { requestId, route: name, code: error.code, error })
        return respondError(error, requestId, cookies)
      }
      logger.error('failed', { requestId, route: name, error: error as Error })
      return respondError(new AppError('ERR_INTERNAL'), requestId)
    }
  }
}

function headersOf(event: APIGatewayProxyEvent): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The same call with the cursor behind this answer, as a reference to the address it was asked at (RFC 8288). */
function nextLink(event: APIGatewayProxyEvent, cursor: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(event.queryStringParameters ?? {})) query.set(name, value ?? '')
  query.set('cursor', cursor)
  return `<?${query}>; rel="next"`
}

/** Authenticates and checks role and plan. */
async function admit(
  route: Route,
  event: APIGatewayProxyEvent,
  headers: Record<string, string | undefined>,
  requestId: string,
  answering: Pick<Context, 'setCookie' | 'goesOn'>,
): Promise<Context> {
  const sourceIp = clientAddress(headers, event.requestContext.identity?.sourceIp, config().EDGE_KEY)
  // `/messages//send` reaches the function by the gateway's proxy, and would pass by the usage plan, `/auth//login` by the
  // function that signs in.
  if ((route.access === 'apiKey' || route.servedBy) && event.resource.includes('{proxy+}'))
    throw new AppError('ERR_NOT_FOUND')
  if (route.path.startsWith('/auth/')) requireOwnOrigin(headers)
  const base = { log: logger, requestId, headers, sourceIp, ...answering }
  if (route.access === 'public') return { ...base, kind: 'public' }
  if (route.access === 'apiKey') {
    const owner = vouchedFor(event) ?? (await authenticateApiToken(headers))
    await requireFeature(owner.companyId, route)
    return { ...base, kind: 'apiKey', ...owner }
  }
  const actor = await authenticateToken(bearerOf(headers), route.unpaid)
  if (!mayAccess(route.access, actor)) throw new AppError('ERR_NO_PERMISSION')
  await requireFeature(actor.companyId, route)
  return { ...base, kind: 'user', companyId: actor.companyId, actor }
}

/**
 * The sign-in calls set and use cookies: a page of another origin has no business with them, be it of the same site, where a
 * neighbour under the same domain may be anybody's, since web and API are one origin. What is no browser says nothing.
 * Throws ERR_CROSS_SITE.
 */
function requireOwnOrigin(headers: Record<string, string | undefined>): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('ERR_CROSS_SITE')
}

/** What the gateway's authorizer found out; a client cannot set it. */
function vouchedFor(event: APIGatewayProxyEvent): { companyId: string; connectionId: string } | undefined {
  const { companyId, connectionId } = event.requestContext.authorizer ?? {}
  return typeof companyId === 'string' && typeof connectionId === 'string' ? { companyId, connectionId } : undefined
}

async function requireFeature(companyId: string, route: Route): Promise<void> {
  if (route.plan && !(await planOf(companyId))[route.plan]) throw new AppError('ERR_PLAN_FEATURE')
}

/** An id that cannot be one is an entity that does not exist. */
function parseParams({ route, params }: Matched): unknown {
  const parsed = route.params?.safeParse(params)
  if (!parsed || parsed.success) return parsed?.data
  const missing = route.errors.find(code => ERRORS[code].status === 404)
  throw missing ? new AppError(missing) : invalid(parsed.error)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value, { error: missingField })
  if (!parsed || parsed.success) return parsed?.data
  throw invalid(parsed.error)
}

const invalid = (error: z.ZodError): AppError =>
  new AppError('ERR_VALIDATION', {
    details: error.issues.map(issue => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  })
