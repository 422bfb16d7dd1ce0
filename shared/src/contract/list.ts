/** What holds for every list of the API: told by the shape of a route, so that it holds for later ones too. */
import { z } from 'zod'
import type { Route } from './route.ts'

type Answering = Pick<Route, 'method' | 'response'>

/**
 * Answers with rows that are no list: figures of days, hours or people, of which days are bounded by the call and people by the
 * plan; the few a cart is shown of a store while somebody types; the last sign-ins of who asks, what they keep for themselves,
 * and their devices.
 */
const FEW = /^\/dashboard\b|^\/productStores\/\{storeId\}\/search$|^\/auth\/me\/(sessions|preferences|push)$/

/** Answers its rows alone; where it goes on stands in the header `Link` (RFC 8288, relation `next`). */
export const isPlainList = ({ method, response }: Answering): boolean =>
  method === 'GET' && response instanceof z.ZodArray

/**
 * The field of the answer that has the rows of a list, or undefined: an entity, which has an `id`, is no list even though
 * it may hold one, and neither are answers of few rows.
 */
export function rowsField({ method, path, response }: Answering & Pick<Route, 'path'>): string | undefined {
  if (FEW.test(path) || method !== 'GET' || !(response instanceof z.ZodObject) || 'id' in response.shape)
    return undefined
  const rows = Object.entries(response.shape).find(
    ([, field]) => field instanceof z.ZodArray && field.element instanceof z.ZodObject,
  )
  return rows?.[0]
}

/** How far into a list page numbers reach. A page by number reads all before it, one by cursor costs the same anywhere. */
export const PAGED_ROWS = 2000

/** What a page number beyond that, or beyond what may be read for it, is answered. */
export const TOO_DEEP = {
  path: 'pageNumber',
  message: `pages by number end at row ${PAGED_ROWS}: go on with the cursor of the page before`,
}

const has = (query: z.ZodType | undefined, ...fields: string[]): query is z.ZodObject =>
  query instanceof z.ZodObject && fields.every(field => field in query.shape)

/** Whether a query takes the position where an answer ended. */
export const takesCursor = (query: z.ZodType | undefined): boolean => has(query, 'cursor')

type Position = { pageNumber?: number; limit?: number; cursor?: string }

/** The query with its bound on page numbers, when it has them. A cursor stands in the place of a number. */
export function withinPages<Q extends z.ZodType | undefined>(query: Q): Q {
  if (!has(query, 'pageNumber', 'limit')) return query
  const bounded = query.refine(
    value => {
      const { pageNumber = 1, limit = 1, cursor } = value as Position
      return cursor !== undefined || pageNumber * limit <= PAGED_ROWS
    },
    { path: [TOO_DEEP.path], message: TOO_DEEP.message },
  )
  return bounded as z.ZodObject & Q
}
