/**
 * Rules for every list of the API. The shape of a route decides that it is a list, so later lists
 * follow them too.
 */
import { z } from 'zod'
import type { Route } from './route.ts'

type Answering = Pick<Route, 'method' | 'response'>

/**
 * Returns whether a route answers its rows alone; the next page stands in the header `Link` (RFC
 * 8288, relation `next`).
 */
export const isPlainList = ({ method, response }: Answering): boolean =>
  method === 'GET' && response instanceof z.ZodArray
