import { z } from 'zod'
import { count } from '../faults.ts'

/** Operations that a fault can affect. */
const OPERATIONS = ['token', 'put', 'get'] as const
export type Operation = (typeof OPERATIONS)[number]

const on = z.enum(OPERATIONS).optional()

/** Faults of the next calls of API Pix. */
export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), on, status: z.number().int().min(400).max(599).default(503), count: count() }),
  z.object({ kind: z.literal('throttle'), on, count: count() }),
  /** Answers late. */
  z.object({ kind: z.literal('stall'), on, ms: z.number().int().min(1).max(120_000), count: count() }),
  /** Does what was asked and breaks the connection before the answer. */
  z.object({ kind: z.literal('lose-answer'), on, count: count() }),
  /** Forgets every issued token. */
  z.object({ kind: z.literal('forget-tokens'), on, count: count() }),
  /**
   * Answers a charge that differs from the stored one: another `txid`, another value, paid without
   * a payment, or no JSON.
   */
  z.object({ kind: z.literal('lie'), on, about: z.enum(['txid', 'value', 'paid', 'json']), count: count() }),
])
export type Fault = z.infer<typeof Fault>
