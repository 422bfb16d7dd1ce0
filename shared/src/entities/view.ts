import { z } from 'zod'
import { Day, Id, Instant } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'
import { MAX_FIELDS } from './custom-field.ts'
import { TicketPriority } from './ticket.ts'

/** Statuses of a view: a snoozed ticket is not among the open ones, as in the tabs. */
export const VIEW_STATUSES = ['pending', 'open', 'snoozed', 'closed'] as const
export type ViewStatus = (typeof VIEW_STATUSES)[number]

/**
 * States of a ticket's service goals. `due`: one is open and not missed; `late`: one is missed and
 * still open; `missed`: one was missed, met since or not; `met`: all were met in time.
 */
export const VIEW_GOALS = ['due', 'late', 'missed', 'met'] as const
export type ViewGoal = (typeof VIEW_GOALS)[number]

/** Maximum number of values of one part of a filter. */
export const MAX_VIEW_VALUES = 50

const listOf = <Value extends z.ZodType>(value: Value) => z.array(value).max(MAX_VIEW_VALUES).optional()

/** Days (company's zone) between which a ticket began, both included. */
const Days = z
  .strictObject({ from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: codeMessage('before_start'),
    params: { other: 'from' },
  })

/**
 * Filter of a view. A ticket matches if it matches every part; within a part one value is enough,
 * except for tags (also the contact's) and fields, all of which it must have. A part that is left
 * out, or empty, matches every ticket.
 */
export const ViewFilter = z.strictObject({
  status: listOf(z.enum(VIEW_STATUSES)),
  /** `none`: tickets without a queue. */
  queueIds: listOf(z.union([z.literal('none'), Id])),
  /** `me`: whoever looks; `none`: tickets without an attendant. */
  users: listOf(z.union([z.enum(['me', 'none']), Id])),
  tags: listOf(Id),
  /** Tags that the ticket's contact has itself. */
  contactTags: listOf(Id),
  priority: listOf(TicketPriority),
  /** Values of the tickets' custom fields, by the field's id: a ticket has each of them. */
  fields: z
    .record(Id, z.union([z.string().min(1).max(1000), z.number(), z.boolean()]))
    .refine(values => Object.keys(values).length <= MAX_FIELDS)
    .optional(),
  /** True: only tickets with unread messages. */
  unread: z.boolean().optional(),
  /** `ad`: only tickets of contacts whom an advertisement or a post brought. */
  origin: z.enum(['ad']).optional(),
  goal: z.enum(VIEW_GOALS).optional(),
  date: Days.optional(),
})
export type ViewFilter = z.infer<typeof ViewFilter>
export type ViewPart = keyof ViewFilter
export const ViewPart = ViewFilter.keyof()

/** Saved filter of tickets, with its place among the tabs of the list. */
export const View = z.object({
  id: Id,
  name: z.string(),
  /** True if others have it too; otherwise only its author. */
  shared: z.boolean(),
  /** Queues whose people have a shared view; empty: everybody. */
  queueIds: z.array(Id),
  /** User who made it. */
  userId: Id,
  filter: ViewFilter,
  /** False while tickets from before it are being entered: its list and count are still short. */
  ready: z.boolean(),
  /** Number of tickets in it that the caller sees; null if it is not counted, absent in events. */
  count: z.number().int().nullable().optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type View = z.infer<typeof View>
