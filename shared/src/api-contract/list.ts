/**
 * Rules for every list of the API. The shape of a route decides that it is a list, so later lists
 * follow them too.
 */
import { z } from 'zod'
import { codeMessage } from '../validation/field-message.ts'
import type { Route } from './route.ts'

type Answering = Pick<Route, 'method' | 'response'>

/**
 * Paths whose answers hold few rows and are no list: figures of days, hours or people (the call
 * bounds the days, the plan the people), the store products suggested while somebody types in a
 * cart, and the caller's own last sign-ins, preferences and devices.
 */
const FEW = /^\/dashboard\b|^\/productStores\/\{storeId\}\/search$|^\/auth\/me\/(sessions|preferences|push)$/

/**
 * Returns whether a route answers its rows alone; the next page stands in the header `Link` (RFC
 * 8288, relation `next`).
 */
export const isPlainList = ({ method, response }: Answering): boolean =>
  method === 'GET' && response instanceof z.ZodArray

/**
 * Returns the field of the answer that has the rows of a list, or undefined. An entity, which has
 * an `id`, is no list even if it holds one, and neither are answers of few rows.
 */
export function rowsField({ method, path, response }: Answering & Pick<Route, 'path'>): string | undefined {
  if (FEW.test(path) || method !== 'GET' || !(response instanceof z.ZodObject) || 'id' in response.shape)
    return undefined
  const rows = Object.entries(response.shape).find(
    ([, field]) => field instanceof z.ZodArray && field.element instanceof z.ZodObject,
  )
  return rows?.[0]
}

/**
 * Rows that page numbers can reach. A page by number reads all rows before it; a page by cursor
 * costs the same anywhere.
 */
export const PAGED_ROWS = 2000

/** Issue for a page number beyond that limit, or beyond the rows that may be read for it. */
export const TOO_DEEP = { path: 'pageNumber', code: 'page_too_deep', maximum: PAGED_ROWS } as const

const has = (query: z.ZodType | undefined, ...fields: string[]): query is z.ZodObject =>
  query instanceof z.ZodObject && fields.every(field => field in query.shape)

/** Returns whether a query accepts the position at which an answer ended. */
export const takesCursor = (query: z.ZodType | undefined): boolean => has(query, 'cursor')

type Position = { pageNumber?: number; limit?: number; cursor?: string }

/**
 * Returns the query with a bound on its page numbers, if it has them. A cursor replaces a page
 * number.
 */
export function withinPages<Q extends z.ZodType | undefined>(query: Q): Q {
  if (!has(query, 'pageNumber', 'limit')) return query
  const bounded = query.refine(
    value => {
      const { pageNumber = 1, limit = 1, cursor } = value as Position
      return cursor !== undefined || pageNumber * limit <= PAGED_ROWS
    },
    { path: [TOO_DEEP.path], error: codeMessage(TOO_DEEP.code), params: { maximum: TOO_DEEP.maximum } },
  )
  return bounded as z.ZodObject & Q
}
