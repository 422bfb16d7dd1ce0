import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Events that a company's own systems may subscribe to. */
export const WEBHOOK_EVENTS = [
  'message.received',
  'message.acknowledged',
  'ticket.opened',
  'ticket.closed',
  'ticket.rated',
  'order.created',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Address of the company that gets signed events. Its secret is shown once, when it is made. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /**
   * Set after repeated failures: events wait, and are attempted one at a time from `nextTryAt` on.
   * Null while the address answers.
   */
  down: z.object({ since: Instant, nextTryAt: Instant }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Webhook = z.infer<typeof Webhook>
