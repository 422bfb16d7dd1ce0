import { z } from 'zod'
import { Id } from '../api-contract/fields.ts'
import { codeMessage } from '../validation/field-message.ts'
import { TicketPriority } from './ticket.ts'

export const MAX_PINNED = 20
export const MAX_FILTERS = 20
/** Maximum number of views whose place a user chooses. */
export const MAX_VIEW_ORDER = 200
/** Maximum ids of a kind in one saved filter. */
const MAX_IDS = 20
/** Maximum bytes of all preferences of a user, as JSON. */
export const PREFERENCES_BYTES = 32_000

const different = (list: readonly string[]): boolean => new Set(list).size === list.length

const Ids = z.array(Id).max(MAX_IDS).optional()

/** Saved view of a list of tickets. A field that is left out does not filter. */
export const TicketView = z.object({
  tab: z.enum(['open', 'closed', 'search']).default('open'),
  sub: z.enum(['assigned', 'pending', 'snoozed']).optional(),
  q: z.string().max(200).optional(),
  tags: Ids,
  users: Ids,
  queueIds: Ids,
  unread: z.boolean().optional(),
  date: z.iso.date().optional(),
  origin: z.enum(['ad']).optional(),
  priority: z.array(TicketPriority).max(5).optional(),
  showAll: z.boolean().optional(),
})
export type TicketView = z.infer<typeof TicketView>

export const SavedFilter = z.object({ id: Id, name: z.string().trim().min(1).max(40), view: TicketView })
export type SavedFilter = z.infer<typeof SavedFilter>

/** Available sounds (web/src/lib/play-sound.ts makes them). */
export const SOUNDS = ['chime', 'bell', 'drop', 'knock', 'none'] as const
export const Sound = z.enum(SOUNDS)
export type Sound = z.infer<typeof Sound>

const MAX_QUEUE_SOUNDS = 200

/** Preferences for alerts about messages. */
export const NotificationPreferences = z.object({
  /** Sound for tickets of queues without a sound of their own, and for tickets without a queue. */
  sound: Sound,
  queueSounds: z
    .array(z.object({ queueId: Id, sound: Sound }))
    .max(MAX_QUEUE_SOUNDS)
    .refine(list => different(list.map(({ queueId }) => queueId)), codeMessage('duplicate')),
  /**
   * True if a push contains the author and the text; otherwise it only says that there is a
   * message.
   */
  pushText: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const DEFAULT_NOTIFICATIONS: NotificationPreferences = { sound: 'chime', queueSounds: [], pushText: false }

/** Preferences of a user, in whatever browser they sign in. */
export const Preferences = z.object({
  /** Order of the pending tickets. */
  waitingOrder: z.enum(['newest', 'waiting']),
  /** Behaviour after a ticket was resolved. */
  afterResolve: z.enum(['stay', 'next']),
  /** Tickets pinned above the others, in this order. */
  pinned: z.array(Id).max(MAX_PINNED).refine(different, codeMessage('duplicate')),
  /** Saved filters, in the order of their chips. */
  filters: z
    .array(SavedFilter)
    .max(MAX_FILTERS)
    .refine(filters => different(filters.map(({ id }) => id)), codeMessage('duplicate')),
  /**
   * Views in the order of their tabs, before the others; absent in
   * calls of clients older than views.
   */
  viewOrder: z.array(Id).max(MAX_VIEW_ORDER).refine(different, codeMessage('duplicate')).default([]),
  /**
   * True if the user signs their messages, where the company leaves it to them (setting
   * `signMessages`).
   */
  signMessages: z.boolean().default(false),
  /** Absent in calls of clients older than notifications. */
  notifications: NotificationPreferences.default(DEFAULT_NOTIFICATIONS),
})
export type Preferences = z.infer<typeof Preferences>

export const DEFAULT_PREFERENCES: Preferences = {
  waitingOrder: 'waiting',
  afterResolve: 'next',
  pinned: [],
  filters: [],
  viewOrder: [],
  signMessages: false,
  notifications: DEFAULT_NOTIFICATIONS,
}

/** Preferences with the number of their changes, which a change must send: 0 before the first. */
export const KeptPreferences = Preferences.extend({ version: z.number().int().min(0) })
export type KeptPreferences = z.infer<typeof KeptPreferences>
