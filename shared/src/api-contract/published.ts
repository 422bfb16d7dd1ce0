/** Derives the routes of the public API from those of the product (decision 0097). */
import type { ApiScope } from '../entities/api-token.ts'
import type { ErrorCode } from '../errors.ts'
import type { Route } from './route.ts'

/** Refusals of every call of the public API. */
const REFUSALS = [
  'ERR_API_TOKEN_EXPIRED',
  'ERR_API_SCOPE',
  'ERR_PLAN_FEATURE',
  'ERR_TOO_MANY_REQUESTS',
] as const satisfies readonly ErrorCode[]

export const IDEMPOTENCY_HEADER =
  'At most 100 characters. For 24 hours a call with the same key and content is answered as the first one was, ' +
  'with Idempotency-Replayed; with other content it is 409 ERR_IDEMPOTENCY_KEY_REUSED'

/**
 * Returns a route of the product under `/v1`, for tokens with a scope. A path keeps the names
 * of its variables. Writes take an idempotency key. Its type is that of the route it is
 * derived from, whose operation it has.
 * @param larger path, of the public API, of the call that signs a form for larger files
 */
export function published<const R extends Route>(scope: ApiScope, path: string, from: R, larger?: string): R {
  const isWrite = from.method !== 'GET'
  const { multipart, unpaid: _, servedBy: __, ...rest } = from
  const route = {
    ...rest,
    path: `/v1${path}`,
    access: 'token' as const,
    scope,
    plan: from.plan ?? ('useExternalApi' as const),
    aliases: [],
    ...(isWrite ? { headers: { 'Idempotency-Key': IDEMPOTENCY_HEADER } } : {}),
    ...(multipart ? { multipart: larger ? { ...multipart, larger: `/v1${larger}` } : withoutLarger(multipart) } : {}),
    errors: [
      ...new Set<ErrorCode>([
        ...from.errors,
        ...REFUSALS,
        ...(isWrite ? (['ERR_IDEMPOTENCY_KEY_REUSED', 'ERR_IDEMPOTENCY_IN_PROGRESS'] as const) : []),
      ]),
    ],
  }
  return route as unknown as R
}

const withoutLarger = ({ larger: _, ...multipart }: NonNullable<Route['multipart']>) => multipart
