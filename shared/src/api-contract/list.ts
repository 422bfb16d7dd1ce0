/**
 * Rules for every list of the API. The shape of a route decides that it is a list, so later lists
 * follow them too.
 */
import { z } from 'zod'
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
