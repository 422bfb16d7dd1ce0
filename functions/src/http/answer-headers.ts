import type { HttpRequest } from './http-request.ts'

/** An answer of the API is data for its caller only: never cached, sniffed, framed or rendered. */
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
  // middy's error handler writes its own word for JSON, in other letters: a header that stands there twice.
  const { 'Content-Type': _, ...headers } = response!.headers!
  const { cookies = [] } = internal
  Object.assign(response!, {
    headers: {
      ...HEADERS,
      'x-request-id': event.requestContext.requestId,
      ...(response!.body === '' ? {} : JSON_TYPE),
      ...headers,
    },
    ...(cookies.length > 0 ? { multiValueHeaders: { 'set-cookie': cookies } } : {}),
    isBase64Encoded: false,
  })
}

/** What every answer of the API carries, be it of an operation or to an error: fixed headers, type, id of the call, cookies. */
export const answerHeaders = { after: finish, onError: finish }
