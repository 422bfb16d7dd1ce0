/** Rules for every answer, whatever the request. */

import { AREAS } from '@balcao/shared/api/index.ts'
import { matcher } from '@balcao/shared/api-contract/match.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { ERRORS, type ErrorCode, isErrorCode } from '@balcao/shared/errors.ts'
import type { Request } from './requests.ts'
import type { Answered } from './world.ts'

/** An answer of the gateway may have 6 MB, and a browser should not have to read more than this. */
const MAX_BYTES = 4_000_000

/** Codes that may refuse a call before its operation runs. */
const EVERY_CALL: readonly ErrorCode[] = [
  'ERR_NOT_FOUND',
  'ERR_METHOD_NOT_ALLOWED',
  'ERR_UNAUTHORIZED',
  'ERR_SESSION_EXPIRED',
  'ERR_SESSION_ENDED',
  'ERR_NO_PERMISSION',
  'ERR_PLAN_FEATURE',
  'ERR_MALFORMED_BODY',
  'ERR_NOT_JSON',
  'ERR_VALIDATION',
]

const matchers = new Map(AREAS.map(area => [area.name, matcher(area)]))

/**
 * Returns the defect of an answer in one line, always the same for the same defect; undefined if
 * the answer is fine.
 */
export function faultOf(
  { area, method, caller }: Request,
  path: string,
  { status, text, headers, cookies }: Answered,
  secret: string,
): string | undefined {
  const found = matchers.get(area)!(method, path)
  const route = typeof found === 'object' ? found.route : undefined
  const name = typeof found === 'object' ? found.name : '(no route)'
  const bytes = Buffer.byteLength(text)
  if (bytes > MAX_BYTES) return `${name}: an answer above 4 MB`
  // Who runs the installation sees every company and its connections, and nothing in it.
  if (text.includes(secret) && !(caller === 'super' && /^(companies|allConnections)\./.test(name)))
    return `${name}: the answer has data of the other company`
  for (const value of [...Object.values(headers), ...cookies])
    if (/[\r\n\0]/.test(String(value))) return `${name}: a header breaks its line`
  if (status >= 200 && status < 300) {
    const fault = route ? successFault(route, status, text) : 'success without a route'
    return fault && `${name}: ${fault}`
  }
  const fault = errorFault(route, status, text)
  return fault && `${name}: ${fault}`
}

function successFault(route: Route, status: number, text: string): string | undefined {
  if (status !== route.status) return `${status} instead of ${route.status}`
  if (!route.response) return text === '' ? undefined : 'a body where none is promised'
  const parsed = route.response.safeParse(JSON.parse(text))
  if (parsed.success) return undefined
  const issue = parsed.error.issues[0]
  return `the answer is not as promised at ${issue?.path.map(at => (typeof at === 'number' ? 'n' : String(at))).join('.')}`
}

function errorFault(route: Route | undefined, status: number, text: string): string | undefined {
  const { error } = JSON.parse(text) as { error?: unknown }
  if (typeof error !== 'string' || !isErrorCode(error)) return `${status} without a code of the catalogue`
  if (ERRORS[error].status !== status) return `${status} for ${error}`
  const allowed = [...EVERY_CALL, ...(route?.errors ?? [])]
  return allowed.includes(error) ? undefined : `${status} ${error}, of which the contract knows nothing`
}
