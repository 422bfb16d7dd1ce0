import { z } from 'zod'
import { count } from '../faults.ts'

/** Faults of the next calls of `SendEmail`. */
export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), status: z.number().int().min(500).max(599).default(500), count: count() }),
  z.object({ kind: z.literal('throttle'), count: count() }),
  z.object({ kind: z.literal('reject'), count: count() }),
  /** Answers late. */
  z.object({ kind: z.literal('stall'), ms: z.number().int().min(1).max(120_000), count: count() }),
  /** Accepts the e-mail and breaks the connection before the answer. */
  z.object({ kind: z.literal('lose-answer'), count: count() }),
])
export type Fault = z.infer<typeof Fault>

/**
 * Faults of the next steps of SMTP: a reply that refuses, a delay before the step, or else the
 * connection breaks; behind `message` it breaks once the e-mail was accepted.
 */
export const SmtpFault = z.object({
  at: z.enum(['connect', 'mail', 'rcpt', 'data', 'message']),
  reply: z.number().int().min(400).max(599).optional(),
  ms: z.number().int().min(1).max(120_000).optional(),
  count: count(),
})
export type SmtpFault = z.infer<typeof SmtpFault>
