import type { HttpRequest } from './http-request.ts'

/**
 * Headers of every answer: it is data for its caller only, so it is never cached, sniffed, framed
 * or rendered.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

function finish({ event, response, internal }: HttpRequest): void {
  // middy's error handler writes `Content-Type` in another case; the header would stand there
  // twice.
  const { 'Content-Type': _, ...headers } = response!.headers!
  const { cookies = [], headers: own = {} } = internal
  Object.assign(response!, {
    headers: {
      ...HEADERS,
      'x-request-id': event.requestContext.requestId,
      ...(response!.body === '' ? {} : JSON_TYPE),
      ...own,
      ...headers,
    },
    ...(cookies.length > 0 ? { multiValueHeaders: { 'set-cookie': cookies } } : {}),
    isBase64Encoded: false,
  })
}

/** Adds to every answer, of an operation or an error: fixed headers, type, request id, cookies. */
export const answerHeaders = { after: finish, onError: finish }
