import { z } from 'zod'
import { Email, Id } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'
import { Priority } from './priority.ts'

/** Moments of `rules/snooze-presets.ts`. */
export const SNOOZE_PRESETS = ['inAnHour', 'tomorrow', 'monday'] as const
/** Time of a snooze from the moment of the action on: a preset, or minutes, hours or days (`PT30M`, `PT4H`, `P2D`). */
const SnoozeUntil = z.union([
  z.enum(SNOOZE_PRESETS),
  z.string().regex(/^(PT[1-9]\d{0,2}[MH]|P[1-9]\d?D)$/, codeMessage('invalid_time')),
])

const Text = z.string().trim().min(1).max(4096)
const Subject = z.string().trim().min(1).max(200)

/** One step of a macro or rule. Texts may hold variables. */
export const Action = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('reply'),
      text: Text.optional(),
      quickMessageId: Id.optional(),
      templateId: Id.optional(),
    }),
    z.object({ type: z.literal('note'), text: Text }),
    z.object({ type: z.literal('tag'), tagId: Id }),
    z.object({ type: z.literal('untag'), tagId: Id }),
    z.object({ type: z.literal('queue'), queueId: Id }),
    /** Without a user: whoever runs the macro; a rule names one. */
    z.object({ type: z.literal('assign'), userId: Id.optional() }),
    z.object({ type: z.literal('priority'), priority: Priority }),
    z.object({ type: z.literal('snooze'), until: SnoozeUntil }),
    z.object({ type: z.literal('resolve'), farewell: z.boolean() }),
    z.object({ type: z.literal('webhook'), webhookId: Id }),
    z.object({ type: z.literal('email'), to: Email, text: Text, subject: Subject.optional() }),
    /** Without a user: everybody who sees the ticket. */
    z.object({ type: z.literal('notify'), userId: Id.optional(), text: Text }),
  ])
  .refine(
    action =>
      action.type !== 'reply' ||
      [action.text, action.quickMessageId, action.templateId].filter(each => each !== undefined).length === 1,
    { error: codeMessage('required'), path: ['text'] },
  )
export type Action = z.infer<typeof Action>
export type ActionType = Action['type']

export const MAX_ACTIONS = 20
export const Actions = z.array(Action).min(1).max(MAX_ACTIONS)
