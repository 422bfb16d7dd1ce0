import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { type Matched, matcher } from '@balcao/shared/api-contract/match.ts'
import type { AreaName, Resource } from '@balcao/shared/api-contract/route.ts'
import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import { fieldProblemOf } from '@balcao/shared/validation/problem.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { z } from 'zod'
import { authorize } from './authorize.ts'
import type { HttpContexts } from './context.ts'
import { hidesNumbers } from './hides-numbers.ts'
import type { HttpRequest, Run } from './http-request.ts'
import { readBody } from './read-body.ts'
import { refuseMasks } from './refuse-masks.ts'
import { requireWellFormed } from './require-well-formed.ts'

/**
 * The API contract as a middleware. Before the operation it finds the route, admits the caller and
 * parses the request; after it, it turns the result into what the route promises.
 * @throws what `authorize` and `readBody` throw, ERR_NOT_FOUND, ERR_METHOD_NOT_ALLOWED and
 * ERR_VALIDATION
 */
export function apiContract<const R extends Record<string, Resource>>(
  area: { name: AreaName; resources: R },
  handlers: Handlers<{ resources: R }, HttpContexts>,
) {
  const match = matcher(area)
  const operations = handlers as Record<string, Record<string, Run>>
  return {
    async before(request: HttpRequest): Promise<void> {
      const { event, internal } = request
      const matched = match(event.httpMethod, event.path)
      if (!matched) throw new AppError('ERR_NOT_FOUND')
      if (matched === 'method') throw new AppError('ERR_METHOD_NOT_ALLOWED')
      internal.matched = matched
      const { route, resource, operation } = matched
      const cookies: string[] = []
      internal.cookies = cookies
      // API Gateway's own test calls have no headers at all.
      const headers = event.headers ?? {}
      const ctx = await authorize(route, event, headers, {
        setCookie: cookie => cookies.push(cookie),
        setHeader: (name, value) => {
          internal.headers = { ...internal.headers, [name]: value }
        },
        audit: details => {
          internal.auditDetails = { ...internal.auditDetails, ...details }
        },
        rawBody: () => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
        goesOn: cursor => {
          if (cursor !== null) internal.link = nextLink(event, cursor)
        },
      })
      const { body, files } = await readBody(route, headers, event)
      const given = {
        params: parseParams(matched),
        query: parse(route.query, event.queryStringParameters),
        body: parse(route.body, body),
        files,
      }
      // Checked after the schemas, since a form's fields may hold JSON.
      requireWellFormed({ ...given, files: files.map(({ fileName, mimetype }) => [fileName, mimetype]) })
      if (route.method === 'PUT' && resource !== 'textDrafts' && (await hidesNumbers(ctx))) refuseMasks(given.body)
      // A new context: a caller that runs the handler twice at once may give both the same one.
      request.context = { ...request.context, call: { run: operations[resource]![operation]!, ctx, given } }
    },

    after(request: HttpRequest): void {
      const { route } = request.internal.matched!
      const answer: unknown = route.response?.parse(request.response)
      request.response = {
        statusCode: route.status,
        headers: {
          ...(request.internal.link === undefined ? {} : { link: request.internal.link }),
          ...(route.text ? { 'content-type': 'text/plain; charset=utf-8' } : {}),
        },
        body: answer === undefined ? '' : route.text ? String(answer) : JSON.stringify(answer),
      }
    },
  }
}

/**
 * Returns the URL of the same call with the cursor behind this answer, as a reference relative to
 * the requested address (RFC 8288).
 */
function nextLink(event: APIGatewayProxyEvent, cursor: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(event.queryStringParameters ?? {})) query.set(name, value ?? '')
  query.set('cursor', cursor)
  return `<?${query}>; rel="next"`
}

/** Parses the path's parameters. An id of an impossible form is an entity that does not exist. */
function parseParams({ route, params }: Matched): unknown {
  const parsed = route.params?.safeParse(params, { reportInput: true })
  if (!parsed || parsed.success) return parsed?.data
  const missing = route.errors.find(code => ERRORS[code].status === 404)
  throw missing ? new AppError(missing) : invalid(parsed.error)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value, { reportInput: true })
  if (!parsed || parsed.success) return parsed?.data
  throw invalid(parsed.error)
}

const invalid = (error: z.ZodError): AppError =>
  new AppError('ERR_VALIDATION', { details: error.issues.map(fieldProblemOf) })
