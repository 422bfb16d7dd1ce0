import { z } from 'zod'
import { count } from '../faults.ts'

/** Part of the Graph API with the fault, by its path; all by default. */
const call = z.string().max(50).default('')

/** Faults of the next calls of the Graph API. */
export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), status: z.number().int().min(400).max(599).default(500), count: count(), call }),
  z.object({
    kind: z.literal('throttle'),
    code: z.union([z.literal(4), z.literal(613)]).default(613),
    count: count(),
    call,
  }),
  z.object({ kind: z.literal('stall'), ms: z.number().int().min(1).max(120_000), count: count(), call }),
  /** Breaks the connection before anything is done. */
  z.object({ kind: z.literal('down'), count: count(), call }),
  /** Does what was asked and breaks the connection before the answer. */
  z.object({ kind: z.literal('lose-answer'), count: count(), call }),
  /** The content network does not have the file. */
  z.object({ kind: z.literal('no-media'), count: count(), call }),
])
export type Fault = z.infer<typeof Fault>
