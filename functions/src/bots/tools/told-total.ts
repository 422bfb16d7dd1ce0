/**
 * Total of the cart that the customer last read: what a tool answered in an earlier reply of the
 * conversation. An order is made at that total alone (decision 0083).
 */
import { z } from 'zod'
import type { ToolContext, ToolState } from './tool.ts'

/**
 * Newest total (cents) that a tool answered, the reply it did so in,
 * and the one of earlier replies.
 */
const ToldTotal = z.object({ total: z.number(), replyNumber: z.number(), before: z.number().optional() })

type Told = Pick<ToolContext, 'state' | 'replyNumber'>

/** Returns the total (cents) that the customer had a reply to read; undefined for none. */
export function readTotal({ state, replyNumber }: Told): number | undefined {
  const told = ToldTotal.safeParse(state.toldTotal).data
  if (!told) return undefined
  return told.replyNumber < replyNumber ? told.total : told.before
}

/** Returns the state once a tool answers this total (cents); undefined for none leaves it. */
export function withToldTotal(context: Told, total: number | undefined): ToolState {
  const { state, replyNumber } = context
  if (total === undefined) return state
  const before = readTotal(context)
  return { ...state, toldTotal: { total, replyNumber, ...(before === undefined ? {} : { before }) } }
}
