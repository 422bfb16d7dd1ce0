/**
 * REST API of the local gateway: from an HTTP call to the event of a Lambda function and back, with
 * the limits and errors of API Gateway.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ACCOUNT, REGION } from '../aws-names.ts'
import type { Functions } from '../lambda/create-functions.ts'
import { LOOPBACK } from '../listen.ts'
import { NO_ROOM, readBody } from '../read-body.ts'
import { createBodyBudget } from './body-budget.ts'
import type { AddressOf } from './client-address.ts'
import { policyAllows } from './iam-policy.ts'
import type { Authorizer, RestApi } from './rest-api.ts'
import { TIMEOUT, withDeadline } from './with-deadline.ts'

/** Answer of a proxy function. */
type ProxyResult = {
  statusCode?: unknown
  headers?: Record<string, string | number | boolean>
  multiValueHeaders?: Record<string, (string | number | boolean)[]>
  body?: string | null
  isBase64Encoded?: boolean
}

type AuthorizerResult = {
  principalId?: string
  policyDocument?: Parameters<typeof policyAllows>[0]
  context?: Record<string, unknown>
  usageIdentifierKey?: string
}

type ProxyEvent = {
  headers: Record<string, string>
  queryStringParameters: Record<string, string> | null
  requestContext: { authorizer?: Record<string, string>; identity: Record<string, unknown>; [name: string]: unknown }
  [name: string]: unknown
}

const REQUEST_LIMIT_BYTES = 10 * 1024 * 1024
const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024
/**
 * Shared timeout of an authorizer and the function behind it, in ms; API Gateway's limit for an
 * integration.
 */
const CALL_TIMEOUT_MS = 29_000

/**
 * The gateway's own answers: response type of the template, status, message, and the family it
 * falls back to.
 */
const REFUSALS = {
  unknownRoute: ['MISSING_AUTHENTICATION_TOKEN', 403, 'Missing Authentication Token'],
  unauthorized: ['UNAUTHORIZED', 401, 'Unauthorized'],
  denied: ['ACCESS_DENIED', 403, 'User is not authorized to access this resource with an explicit deny'],
  authorizerFailed: ['AUTHORIZER_FAILURE', 500, null],
  badKey: ['INVALID_API_KEY', 403, 'Forbidden'],
  throttled: ['THROTTLED', 429, 'Too Many Requests'],
  quota: ['QUOTA_EXCEEDED', 429, 'Limit Exceeded'],
  tooLarge: ['REQUEST_TOO_LARGE', 413, 'Request Too Long'],
  throttledFunction: ['INTEGRATION_FAILURE', 504, 'Internal server error'],
  noRoom: ['THROTTLED', 503, 'Service Unavailable'],
  badAnswer: ['DEFAULT_5XX', 502, 'Internal server error'],
  timeout: ['INTEGRATION_TIMEOUT', 504, 'Endpoint request timed out'],
} as const

/**
 * Handles requests as API Gateway's REST APIs do: authorizer, then key and usage plan, then the
 * function.
 * @param addressOf returns the client that CloudFront would see
 * @param edgeHeaders headers CloudFront adds to a request; the client's own of these names are
 * dropped
 * @returns a request handler for paths that begin with `/<stage>`
 */
export function createRestGateway(
  api: RestApi,
  functions: Functions,
  addressOf: AddressOf,
  edgeHeaders: Record<string, string> = {},
) {
  const authorizations = new Map<string, { result: AuthorizerResult; until: number }>()
  const prefix = `/${api.stage}`
  const budget = createBodyBudget()

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request, response)
    } catch (error) {
      if (error === NO_ROOM) return refuse(response, 'noRoom', { 'retry-after': '1', connection: 'close' })
      // A client that left before the end of its request awaits no answer.
      if (response.destroyed || !request.complete) return void request.destroy()
      console.error('rest gateway:', error)
      if (response.headersSent) response.destroy()
      else refuse(response, 'badAnswer')
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = request.url ?? '/'
    const mark = raw.indexOf('?')
    const fullPath = mark < 0 ? raw : raw.slice(0, mark)
    const path = fullPath.slice(prefix.length) || '/'
    const httpMethod = request.method ?? 'GET'
    const hit = api.match(httpMethod, path)
    if (!hit) return drainAndRefuse(request, response, 'unknownRoute')
    const { method } = hit
    if (method.function === undefined) {
      request.resume()
      response.writeHead(method.mock.status, { ...method.mock.headers, 'content-length': 0 })
      response.end()
      return
    }
    const contentType = request.headers['content-type']
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > REQUEST_LIMIT_BYTES) return drainAndRefuse(request, response, 'tooLarge')
    const body = await readBody(request, REQUEST_LIMIT_BYTES, budget(request, response))
    if (!body) return refuse(response, 'tooLarge')

    const address = addressOf(request)
    const requestId = randomUUID()
    const deadline = Date.now() + CALL_TIMEOUT_MS
    const binary = api.isBinary(contentType)
    const event: ProxyEvent = {
      resource: method.resource,
      path,
      httpMethod,
      ...headersOf(request, address, edgeHeaders),
      ...queryOf(mark < 0 ? '' : raw.slice(mark + 1)),
      pathParameters: Object.keys(hit.parameters).length > 0 ? hit.parameters : null,
      stageVariables: null,
      requestContext: {
        accountId: ACCOUNT,
        apiId: api.id,
        stage: api.stage,
        requestId,
        extendedRequestId: requestId,
        httpMethod,
        path: fullPath,
        resourcePath: method.resource,
        protocol: 'HTTP/1.1',
        requestTimeEpoch: Date.now(),
        domainName: request.headers.host,
        identity: {
          sourceIp: address,
          userAgent: request.headers['user-agent'] ?? null,
          apiKey: null,
          apiKeyId: null,
        },
      },
      body: body.length > 0 ? body.toString(binary ? 'base64' : 'utf8') : null,
      isBase64Encoded: binary && body.length > 0,
    }

    let key = request.headers['x-api-key']?.toString()
    if (method.authorizer) {
      const arn = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api.id}/${api.stage}/${httpMethod}${path}`
      const answer = await authorize(method.authorizer, event, arn, deadline)
      if (typeof answer === 'string') return refuse(response, answer)
      const context = Object.entries(answer.context ?? {}).map(([name, value]) => [name, String(value)])
      event.requestContext.authorizer = { principalId: String(answer.principalId), ...Object.fromEntries(context) }
      if (api.keysFromAuthorizer) key = answer.usageIdentifierKey
    }
    if (method.apiKeyRequired) {
      // A key that the template does not know is valid if the authorizer returns it: keys are
      // created at run time.
      const keyId = key === undefined ? undefined : (api.keyId(key) ?? (api.keysFromAuthorizer ? key : undefined))
      if (key === undefined || keyId === undefined) return refuse(response, 'badKey')
      const decision = api.meter?.(key, Date.now()) ?? 'ok'
      if (decision !== 'ok') {
        return refuse(response, decision.why, { 'retry-after': String(decision.retryAfterSeconds) })
      }
      Object.assign(event.requestContext.identity, { apiKey: key, apiKeyId: keyId })
    }
    if (typeof event.body === 'string' && event.body.length > PAYLOAD_LIMIT_BYTES) return refuse(response, 'tooLarge')
    await proxy(method.function, event, request, response, deadline)
  }

  async function authorize(
    authorizer: Authorizer,
    event: ProxyEvent,
    methodArn: string,
    deadline: number,
  ): Promise<AuthorizerResult | 'unauthorized' | 'denied' | 'authorizerFailed'> {
    const identity = authorizer.identity.map(({ kind, name }) => {
      if (kind === 'header') return headerValue(event.headers, name)
      return kind === 'querystring' ? event.queryStringParameters?.[name] : undefined
    })
    if (identity.some(value => !value)) return 'unauthorized'
    const cacheable = authorizer.ttlMs > 0 && identity.length > 0
    const cacheKey = JSON.stringify([authorizer.key, ...identity])
    let hit = cacheable ? authorizations.get(cacheKey) : undefined
    if (!hit || hit.until < Date.now()) {
      const input =
        authorizer.type === 'TOKEN'
          ? { type: 'TOKEN', authorizationToken: identity[0], methodArn }
          : { ...event, type: 'REQUEST', methodArn }
      try {
        const answer = await withDeadline(functions.invoke(authorizer.function, input), deadline)
        const result = answer as AuthorizerResult | null
        if (!result?.policyDocument) return 'authorizerFailed'
        hit = { result, until: Date.now() + authorizer.ttlMs }
      } catch (error) {
        return error instanceof Error && error.message === 'Unauthorized' ? 'unauthorized' : 'authorizerFailed'
      }
      if (cacheable) {
        if (authorizations.size > 10_000) authorizations.clear()
        authorizations.set(cacheKey, hit)
      }
    }
    return policyAllows(hit.result.policyDocument, methodArn) ? hit.result : 'denied'
  }

  async function proxy(
    name: string,
    event: ProxyEvent,
    request: IncomingMessage,
    response: ServerResponse,
    deadline: number,
  ): Promise<void> {
    let result: ProxyResult | null
    try {
      result = (await withDeadline(functions.invoke(name, event), deadline)) as ProxyResult | null
    } catch (error) {
      const isThrottled = error instanceof Error && error.name === 'TooManyRequestsException'
      return refuse(response, error === TIMEOUT ? 'timeout' : isThrottled ? 'throttledFunction' : 'badAnswer')
    }
    const body = result?.body ?? ''
    if (!result || !isStatus(result.statusCode) || typeof body !== 'string' || body.length > PAYLOAD_LIMIT_BYTES) {
      return refuse(response, 'badAnswer')
    }
    // The gateway decodes base64 only for a client that asks for a binary type.
    const decoded = result.isBase64Encoded === true && api.isBinary(request.headers.accept ?? '*/*')
    // A text stays a string: head and body leave in one write, without a copy.
    const content = decoded ? Buffer.from(body, 'base64') : body
    const names = new Set<string>()
    for (const [name, values] of Object.entries(result.multiValueHeaders ?? {})) {
      names.add(name.toLowerCase())
      response.setHeader(name, values.map(String))
    }
    for (const [name, value] of Object.entries(result.headers ?? {})) {
      if (!names.has(name.toLowerCase())) response.setHeader(name, String(value))
    }
    if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', Buffer.byteLength(content))
    response.setHeader('x-amzn-requestid', String(event.requestContext.requestId))
    response.writeHead(result.statusCode)
    response.end(request.method === 'HEAD' ? undefined : content)
  }

  function refuse(response: ServerResponse, why: keyof typeof REFUSALS, headers: Record<string, string> = {}): void {
    const [type, status, message] = REFUSALS[why]
    const family = api.responses.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX')
    const own = api.responses.get(type) ?? family
    const requestId = randomUUID()
    const text = own?.body?.replaceAll('$context.requestId', requestId) ?? JSON.stringify({ message })
    response.writeHead(own?.status ?? status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-amzn-requestid': requestId,
      'x-amzn-errortype': type,
      ...headers,
      ...family?.headers,
      ...own?.headers,
    })
    response.end(text)
  }

  function drainAndRefuse(request: IncomingMessage, response: ServerResponse, why: keyof typeof REFUSALS): void {
    request.resume()
    refuse(response, why)
  }
}

const isStatus = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 600

/**
 * Returns the headers as the gateway forwards them: with those of the edge, and the addresses of
 * the request. The maps have no prototype: clients choose names of headers and query parameters,
 * including `__proto__` and `constructor`.
 */
function headersOf(request: IncomingMessage, address: string, edgeHeaders: Record<string, string>) {
  const headers: Record<string, string> = Object.create(null)
  const multiValueHeaders: Record<string, string[]> = Object.create(null)
  const { rawHeaders } = request
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    const value = rawHeaders[i + 1]!
    const lower = name.toLowerCase()
    if (Object.hasOwn(edgeHeaders, lower) || lower === 'x-forwarded-for') continue
    headers[name] = value
    const values = multiValueHeaders[name]
    if (values) values.push(value)
    else multiValueHeaders[name] = [value]
  }
  // CloudFront appends the client's address, then the gateway appends CloudFront's.
  const before = request.headers['x-forwarded-for']
  const added = { ...edgeHeaders, 'X-Forwarded-For': `${before ? `${before}, ` : ''}${address}, ${LOOPBACK}` }
  for (const [name, value] of Object.entries(added)) {
    headers[name] = value
    multiValueHeaders[name] = [value]
  }
  return { headers, multiValueHeaders }
}

function queryOf(text: string) {
  if (text === '') return { queryStringParameters: null, multiValueQueryStringParameters: null }
  const queryStringParameters: Record<string, string> = Object.create(null)
  const multiValueQueryStringParameters: Record<string, string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    queryStringParameters[name] = value
    const values = multiValueQueryStringParameters[name]
    if (values) values.push(value)
    else multiValueQueryStringParameters[name] = [value]
  }
  return { queryStringParameters, multiValueQueryStringParameters }
}

function headerValue(headers: Record<string, string>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1]
}
