import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Events that a company's own systems may subscribe to: all that rules listen to, and acks. */
export const WEBHOOK_EVENTS = [
  'message.received',
  'message.acknowledged',
  'ticket.opened',
  'ticket.closed',
  'ticket.rated',
  'order.created',
  'ticket.transferred',
  'ticket.idle',
  'tag.set',
  'order.status',
  'window.closing',
  'goal.breached',
] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Events that a new webhook gets unless somebody chooses others. */
export const USUAL_WEBHOOK_EVENTS: readonly WebhookEvent[] = WEBHOOK_EVENTS.slice(0, 6)

/** Minutes of silence after which webhooks are told of it, where no rule asks about others. */
export const WEBHOOK_IDLE_MINUTES = 60

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
