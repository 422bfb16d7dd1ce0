import { z } from 'zod'
import { codeMessage } from '../validation/field-message.ts'

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
