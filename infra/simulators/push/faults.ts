import { z } from 'zod'
import { count } from '../faults.ts'

/** Common fields of the faults of the next pushes; `id` limits a fault to one subscription. */
const common = { id: z.string().optional(), count: count() }

export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), status: z.number().int().min(400).max(599), ...common }),
  z.object({ kind: z.literal('throttle'), retryAfter: z.number().int().min(0).max(100_000).default(60), ...common }),
  /** Accepts the push and never answers. */
  z.object({ kind: z.literal('hang'), ...common }),
])
export type Fault = z.infer<typeof Fault>
