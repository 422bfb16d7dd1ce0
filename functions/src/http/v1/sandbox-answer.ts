import { EXAMPLE_ID, exampleOf } from '@balcao/shared/api-contract/example.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import { AppError, ERRORS } from '@balcao/shared/errors.ts'
import type { ParsedRequest } from '../http-request.ts'

/** Variables of a path that hold an id; the others hold a document or alike. */
const IDS = /^id$|Id$/

const examples = new Map<string, unknown>()

/**
 * Returns what a call with a sandbox token is answered with: an example of its route, with what was
 * sent put into it. Only the example's id exists.
 * @throws the route's 404 for another id, ERR_INVALID_CURSOR for any cursor
 */
export function sandboxAnswer(name: string, route: Route, { params, query, body }: ParsedRequest): unknown {
  if ((query as { cursor?: string } | undefined)?.cursor) throw new AppError('ERR_INVALID_CURSOR')
  const ids = Object.entries((params ?? {}) as Record<string, string>)
  const isUnknown = ids.some(([field, id]) => IDS.test(field) && id !== EXAMPLE_ID)
  const missing = route.errors.find(code => ERRORS[code].status === 404)
  if (isUnknown && missing && route.method !== 'DELETE') throw new AppError(missing)
  if (!route.response) return undefined
  const example = examples.get(name) ?? exampleOf(route.response, name.split('.')[0]!)
  examples.set(name, example)
  if (route.method === 'GET' || !isRecord(example) || !isRecord(body)) return example
  const sent = Object.entries(body).filter(([field, value]) => field in example && isAlike(example[field], value))
  const filled = { ...example, ...Object.fromEntries(sent) }
  return route.response.safeParse(filled).success ? filled : example
}

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAlike = (example: unknown, value: unknown): boolean =>
  value === null ||
  example === null ||
  (typeof example === typeof value && Array.isArray(example) === Array.isArray(value))
