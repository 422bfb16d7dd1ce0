import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const

/**
 * WebhookDelivery: an event on its way to a company's webhook, or to an integration that is called.
 */
export const WebhookDelivery = z.object({
  id: Id,
  /** Owner of the address: a webhook or an integration. */
  target: z.enum(['webhook', 'integration']),
  targetId: Id,
  event: z.string(),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  tries: z.number().int(),
  /** HTTP status of the last attempt; null if none was answered. */
  lastStatus: z.number().int().nullable(),
  /** Error code of the last attempt; null if it succeeded. */
  lastError: z.string().nullable(),
  /** Time of the next attempt, while it waits. */
  nextAt: Instant.nullable(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
