import { z } from 'zod'

/** Events to which automation rules listen. */
export const RULE_EVENTS = [
  'message.received',
  'ticket.opened',
  'ticket.transferred',
  'ticket.closed',
  'ticket.rated',
  'ticket.idle',
  'tag.set',
  'order.created',
  'order.status',
  'window.closing',
  'goal.breached',
] as const
export const RuleEvent = z.enum(RULE_EVENTS)
export type RuleEvent = z.infer<typeof RuleEvent>
