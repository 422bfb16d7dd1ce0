import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** What a company's own systems may be told. */
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

/** An address of the company that is told of what happens, signed. Its secret is shown once, where it is made. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /** It did not answer time and again: events wait, and are tried one at a time from `nextTryAt` on. Null while it answers. */
  down: z.object({ since: Instant, nextTryAt: Instant }).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Webhook = z.infer<typeof Webhook>
