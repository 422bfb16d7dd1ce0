import { mayAccess } from '@balcao/shared/access.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { config } from '../config.ts'
import { planOf } from '../data/company/company.ts'
import { authenticateApiToken, authenticateToken, bearerOf } from './authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { Actor, Context } from './context.ts'
import { logger } from './logger.ts'
import { authenticateMachine } from './v1/authenticate-machine.ts'

type Headers = Record<string, string | undefined>

/**
 * Authenticates and authorizes a call by its route's access, the company's state, the role and the
 * plan, and returns the operation's context.
 * @throws ERR_NOT_FOUND for a spelling that bypasses the gateway's own rules, ERR_CROSS_SITE,
 * ERR_NO_PERMISSION, ERR_PLAN_FEATURE and what `authenticateToken` throws
 */
export async function authorize(
  route: Route,
  event: APIGatewayProxyEvent,
  headers: Headers,
  answering: Pick<Context, 'setCookie' | 'setHeader' | 'goesOn' | 'rawBody' | 'audit'>,
): Promise<Context> {
  const { requestId, identity } = event.requestContext
  const sourceIp = clientAddress(headers, identity?.sourceIp, config().EDGE_KEY)
  // Through the gateway's proxy resource, `/messages//send` would bypass the usage plan, and
  // `/auth//login` the function that signs in.
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
  if (route.access === 'token') {
    const actor = await authenticateMachine(bearerOf(headers), answering.setHeader)
    await requireScope(actor, route)
    return { ...base, kind: 'user', companyId: actor.companyId, actor }
  }
  const actor = await authenticateToken(bearerOf(headers), route.unpaid)
  if (!mayAccess(route.access, actor)) throw new AppError('ERR_NO_PERMISSION')
  await requireFeature(actor.companyId, route)
  return { ...base, kind: 'user', companyId: actor.companyId, actor }
}

/**
 * Refuses a sign-in call from a page of another origin, even of the same site: anybody may own a
 * neighbouring host of the domain, while web and API share one origin. Browsers without
 * `Sec-Fetch-Site` send `Origin` with a POST; other clients send neither.
 * @throws ERR_CROSS_SITE
 */
function requireOwnOrigin(headers: Headers): void {
  const { 'sec-fetch-site': site, origin, host, 'x-balcao-host': viewerHost = host } = headers
  const isOwn =
    site !== undefined
      ? site === 'same-origin' || site === 'none'
      : origin === undefined || (URL.canParse(origin) && new URL(origin).host === viewerHost)
  if (!isOwn) throw new AppError('ERR_CROSS_SITE')
}

/**
 * Refuses a token whose company has no public API, or not the plan's feature of the call, and one
 * without the call's scope.
 * @throws ERR_PLAN_FEATURE, ERR_API_SCOPE with the scope
 */
async function requireScope({ companyId, machine }: Actor, route: Route): Promise<void> {
  await requireFeature(companyId, { plan: 'useExternalApi' })
  const { scope } = route
  if (scope && !machine?.scopes.includes(scope)) throw new AppError('ERR_API_SCOPE', { data: { scope } })
  await requireFeature(companyId, route)
}

/** Returns what the gateway's authorizer established; a client cannot set it. */
function vouchedFor(event: APIGatewayProxyEvent): { companyId: string; connectionId: string } | undefined {
  const { companyId, connectionId } = event.requestContext.authorizer ?? {}
  return typeof companyId === 'string' && typeof connectionId === 'string' ? { companyId, connectionId } : undefined
}

/**
 * Requires the plan's feature of a route.
 * @throws ERR_PLAN_FEATURE
 */
export async function requireFeature(companyId: string, route: Pick<Route, 'plan'>): Promise<void> {
  if (!route.plan || (await planOf(companyId))[route.plan]) return
  // A plan granted a moment ago counts: the caller's menu already shows it.
  if (!(await planOf(companyId, true))[route.plan]) throw new AppError('ERR_PLAN_FEATURE')
}
