import { z } from 'zod'
import { AutomaticText, Email, Id, Instant } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'
import { TicketPriority } from './ticket.ts'

/** Maximum number of actions in one list: each is a transaction of its own. */
export const MAX_ACTIONS = 20

/** Presets of times until which an action snoozes, counted from when it runs. */
export const SNOOZE_TIMES = ['inAnHour', 'tomorrow', 'monday'] as const

/** Preset, minutes, hours or days from when it runs (`PT30M`, `PT4H`, `P2D`), or a moment. */
const SnoozeUntil = z.union([
  z.enum(SNOOZE_TIMES),
  z.string().regex(/^(PT[1-9]\d{0,2}[MH]|P[1-9]\d?D)$/, codeMessage('invalid_time')),
  Instant,
])

const ActionText = AutomaticText.refine(text => text.trim() !== '', codeMessage('required'))

/**
 * Action on a ticket, carried out by a person's macro. `reply` sends its text, or a quick reply, or
 * an approved template without variables; `assign` without a user means whoever runs it.
 */
export const Action = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('reply'),
      text: ActionText.optional(),
      quickMessageId: Id.optional(),
      templateId: Id.optional(),
    })
    .refine(
      ({ text, quickMessageId, templateId }) =>
        [text, quickMessageId, templateId].filter(value => value !== undefined).length === 1,
      { path: ['text'], error: codeMessage('required') },
    ),
  z.object({ type: z.literal('note'), text: ActionText }),
  z.object({ type: z.literal('tag'), tagId: Id }),
  z.object({ type: z.literal('untag'), tagId: Id }),
  z.object({ type: z.literal('queue'), queueId: Id }),
  z.object({ type: z.literal('assign'), userId: Id.optional() }),
  z.object({ type: z.literal('priority'), priority: TicketPriority }),
  z.object({ type: z.literal('snooze'), until: SnoozeUntil }),
  z.object({ type: z.literal('resolve'), farewell: z.boolean().default(true) }),
  z.object({ type: z.literal('webhook'), webhookId: Id }),
  z.object({
    type: z.literal('email'),
    to: Email,
    subject: z.string().trim().min(1).max(200),
    text: ActionText,
  }),
  /** Puts a notice into the bell of a user, or of everybody in a queue. */
  z
    .object({ type: z.literal('notify'), userId: Id.optional(), queueId: Id.optional(), text: ActionText })
    .refine(({ userId, queueId }) => (userId === undefined) !== (queueId === undefined), {
      path: ['userId'],
      error: codeMessage('required'),
    }),
])
export type Action = z.infer<typeof Action>
export type ActionType = Action['type']

/** Action with the name of what its id stands for; null if that does not exist any more. */
export const ShownAction = z.object({
  type: z.enum([
    'reply',
    'note',
    'tag',
    'untag',
    'queue',
    'assign',
    'priority',
    'snooze',
    'resolve',
    'webhook',
    'email',
    'notify',
  ]),
  text: z.string().optional(),
  quickMessageId: Id.optional(),
  templateId: Id.optional(),
  tagId: Id.optional(),
  queueId: Id.optional(),
  userId: Id.optional(),
  priority: TicketPriority.optional(),
  until: z.string().optional(),
  farewell: z.boolean().optional(),
  webhookId: Id.optional(),
  to: z.string().optional(),
  subject: z.string().optional(),
  name: z.string().nullable().optional(),
})
export type ShownAction = z.infer<typeof ShownAction>

/** Named list of actions that a person runs on a ticket. */
export const Macro = z.object({
  id: Id,
  name: z.string(),
  /** True if everybody has it; otherwise only its author. */
  shared: z.boolean(),
  /** User who made it. */
  userId: Id,
  actions: z.array(ShownAction),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Macro = z.infer<typeof Macro>

/** Outcome of one action of a run; a refusal does not stop those after it. */
export const ActionResult = z.object({
  type: ShownAction.shape.type,
  ok: z.boolean(),
  /** Code of the refusal. */
  error: z.string().optional(),
})
export type ActionResult = z.infer<typeof ActionResult>
