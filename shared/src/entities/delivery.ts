import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

/** An event on its way to an address outside: a company's webhook, or an integration that is called. */
export const Delivery = z.object({
  id: Id,
  /** Whose address it is: a webhook's, or an integration's. */
  target: z.enum(['webhook', 'integration']),
  targetId: Id,
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  tries: z.number().int(),
  /** HTTP status of the last try; null when none was answered. */
  lastStatus: z.number().int().nullable(),
  /** Why the last try failed, a code of ours; null when it did not. */
  lastError: z.string().nullable(),
  /** When it is tried next, while it waits. */
  nextAt: Instant.nullable(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>
