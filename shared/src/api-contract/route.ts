/**
 * Contract of one endpoint, written once and used by the area handler, the infrastructure, the web
 * client, OpenAPI, the access matrix and the tests' fake backends.
 */
import type { z } from 'zod'
import type { Access, PlanFlag } from '../access.ts'
import type { ApiScope } from '../entities/api-token.ts'
import type { AuditAction } from '../entities/audit-action.ts'
import type { ErrorCode } from '../errors.ts'
import { takesCursor, withinPages } from './page-bounds.ts'

/** Functions beside those of the areas that serve a call with its area's code. */
export type OwnFunction = 'sign-in'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodType

/** Files that a multipart form may carry; its other parts are the body, parsed from text. */
export type Multipart = {
  /** Name of the form field that holds the files. */
  field: string
  maxFiles: number
  /** Maximum bytes per file. */
  maxSize: number
  /** Path of the call that signs a form for a larger file; the refusal of such a file names it. */
  larger?: string
  /** Name of a text part that may hold the whole body as JSON, instead of one part per field. */
  json?: string
}

export type Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  A extends Access = Access,
> = {
  method: Method
  /** Path behind `/api`, such as `/tickets/{id}`. */
  path: string
  summary: string
  access: A
  /** Scope that a token of the public API needs; of routes with access `token` alone. */
  scope?: ApiScope
  /** Plan flag without which the call is refused (403 ERR_PLAN_FEATURE). */
  plan?: PlanFlag
  /**
   * Allows the call for a company that is past its due date or disabled, which is otherwise refused
   * (402, 403).
   */
  unpaid?: boolean
  /**
   * Function that serves the call instead of its area's, because the call is too expensive to run
   * beside the rest. It runs few calls at once (infra/config.ts).
   */
  servedBy?: OwnFunction
  /** Meaning of the call's own request headers, by name. */
  headers?: Readonly<Record<string, string>>
  params: Params
  query: Query
  body: Body
  /** Schema of the answer; without one the answer is 204 without a body. */
  response: Response
  /** True if the answer is plain text instead of JSON. */
  text?: boolean
  /** Status of success: 200, or 204 without a response. */
  status: 200 | 201 | 202 | 204
  /** Error codes this call may answer beyond those of every call. */
  errors: readonly ErrorCode[]
  /** Further spellings of the path in the specification. */
  aliases: readonly { method?: Method; path: string }[]
  multipart?: Multipart
  /** Action of a successful call in the company's audit log; absent if the call is not logged. */
  audit?: AuditAction
}

type Input<P, Q, B, R, A> = {
  method: Method
  path: string
  summary: string
  access: A
  plan?: PlanFlag
  unpaid?: boolean
  servedBy?: OwnFunction
  headers?: Readonly<Record<string, string>>
  params?: P
  query?: Q
  body?: B
  response?: R
  text?: boolean
  status?: 200 | 201 | 202 | 204
  errors?: readonly ErrorCode[]
  aliases?: readonly { method?: Method; path: string }[]
  multipart?: Multipart
  audit?: AuditAction
}

/**
 * Declares an endpoint, and adds the rules of its kind: for lists the bound on page numbers and the
 * refusal of a wrong cursor, below `/auth/` the refusal of pages of another origin.
 */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
  const A extends Access = Access,
>(input: Input<P, Q, B, R, A>): Route<P, Q, B, R, A> {
  return {
    ...input,
    params: input.params as P,
    query: withinPages(input.query as Q),
    body: input.body as B,
    response: input.response as R,
    status: input.status ?? (input.response ? 200 : 204),
    errors: [
      ...new Set([
        ...(input.errors ?? []),
        ...(takesCursor(input.query) ? (['ERR_INVALID_CURSOR'] as const) : []),
        ...(input.path.startsWith('/auth/') ? (['ERR_CROSS_SITE'] as const) : []),
      ]),
    ],
    aliases: input.aliases ?? [],
  }
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

/** Input of an operation after parsing. */
export type CallOf<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
}
/** Answer of an operation, before parsing strips fields that must not leave. */
export type AnswerOf<R extends Route> = R['response'] extends Schema ? z.input<R['response']> : undefined
/** Answer as a client gets it. */
export type ResultOf<R extends Route> = Parsed<R['response']>

type OptionalKeys<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
type RequiredKeys<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] }
type Loosened<T> = RequiredKeys<T> & OptionalKeys<T>
/** Arguments that a client passes; parts the route does not have may be left out. */
export type ArgsOf<R extends Route> = Loosened<{
  params: InputOf<R['params']>
  query: R['query'] extends Schema ? Partial<InputOf<R['query']>> | undefined : undefined
  body: InputOf<R['body']>
}>

export type Resource = Record<string, Route>
export type Area = {
  name: AreaName
  /**
   * Resource name → operation name → route. The operation `tickets.update` lives in
   * `update-ticket.ts`.
   */
  resources: Record<string, Resource>
}

export const AREA_NAMES = [
  'account',
  'company',
  'team',
  'channels',
  'tickets',
  'contacts',
  'campaigns',
  'content',
  'automation',
  'catalog',
  'customers',
  'orders',
  'reports',
  'v1',
] as const
export type AreaName = (typeof AREA_NAMES)[number]

/** Groups the resources that one function serves. */
export const area = <const T extends Record<string, Resource>>(
  name: AreaName,
  resources: T,
): { name: AreaName; resources: T } => ({
  name,
  resources,
})
