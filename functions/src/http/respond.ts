import { type AppError, ERRORS } from '@balcao/shared/errors.ts'
import type { APIGatewayProxyResult } from 'aws-lambda'

/** An answer of the API is data for its caller only: never cached, sniffed, framed or rendered. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

export function respond(
  status: number,
  body: unknown,
  requestId: string,
  { cookies = [], headers = {} }: { cookies?: readonly string[]; headers?: Record<string, string> } = {},
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: {
      ...HEADERS,
      'x-request-id': requestId,
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
    ...(cookies.length > 0 ? { multiValueHeaders: { 'set-cookie': [...cookies] } } : {}),
    body: body === undefined ? '' : JSON.stringify(body),
    isBase64Encoded: false,
  }
}

/** The answer to what an operation threw. `data.retryAfter` (seconds) becomes the header too. */
export function respondError(
  error: AppError,
  requestId: string,
  cookies: readonly string[] = [],
): APIGatewayProxyResult {
  const { code, details, data } = error
  const retryAfter = data?.retryAfter
  return respond(
    error.status,
    { ...data, error: code, ...(details ? { details } : {}), ...(error.status >= 500 ? { requestId } : {}) },
    requestId,
    {
      cookies,
      headers:
        typeof retryAfter === 'number'
          ? { 'retry-after': String(retryAfter) }
          : error.status === ERRORS.ERR_TOO_MANY_REQUESTS.status
            ? { 'retry-after': '60' }
            : {},
    },
  )
}
