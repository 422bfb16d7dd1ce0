import { z } from 'zod'
import type { Route } from '../src/api-contract/route.ts'

/**
 * Paths whose answers hold few rows and are no list: figures of days, hours or people (the call
 * limits the days, the plan the people), suggested store products of a cart, and the caller's own
 * last sign-ins, preferences and devices; the queues of the installation and its prices; the last
 * 200 runs of a rule, and decisions of a queue; connections and tags of a contact's latest
 * conversations.
 */
const FEW =
  /^\/dashboard\b|^\/productStores\/\{storeId\}\/search$|^\/auth\/me\/(sessions|preferences|push)$|^\/status\b|^\/(message-costs|message-prices|prompt\/prices|prompt\/usage\/days|rules\/\{id\}\/runs|queue\/\{id\}\/decisions|notices\/unread|ticketreport\/team|contacts\/\{id\}\/summary)$/

/**
 * Returns the field of an answer that holds the rows of a list, or undefined. An entity, which has
 * an `id`, is no list even if it holds one, and neither are answers of few rows.
 */
export function rowsField({ method, path, response }: Pick<Route, 'method' | 'path' | 'response'>): string | undefined {
  if (FEW.test(path) || method !== 'GET' || !(response instanceof z.ZodObject) || 'id' in response.shape)
    return undefined
  const rows = Object.entries(response.shape).find(
    ([, field]) => field instanceof z.ZodArray && field.element instanceof z.ZodObject,
  )
  return rows?.[0]
}
