import { z } from 'zod'
import { Id } from '../contract/fields.ts'

export const MOST_PINNED = 20
export const MOST_FILTERS = 20
/** Ids of a kind in one saved filter. */
const MOST_IDS = 20
/** Of everything somebody keeps, as JSON. */
export const PREFERENCES_BYTES = 32_000

const different = (list: readonly string[]): boolean => new Set(list).size === list.length

const Ids = z.array(Id).max(MOST_IDS).optional()

/** A list of tickets, as somebody looked at it. What is left out is not filtered by. */
export const TicketView = z.object({
  tab: z.enum(['open', 'closed', 'search']).default('open'),
  sub: z.enum(['assigned', 'pending', 'snoozed']).optional(),
  q: z.string().max(200).optional(),
  tags: Ids,
  users: Ids,
  queueIds: Ids,
  unread: z.boolean().optional(),
  date: z.iso.date().optional(),
  showAll: z.boolean().optional(),
})
export type TicketView = z.infer<typeof TicketView>

export const SavedFilter = z.object({ id: Id, name: z.string().trim().min(1).max(40), view: TicketView })
export type SavedFilter = z.infer<typeof SavedFilter>

/** The sounds there are (web/src/lib/sounds.ts draws them). */
export const SOUNDS = ['chime', 'bell', 'drop', 'knock', 'none'] as const
export const Sound = z.enum(SOUNDS)
export type Sound = z.infer<typeof Sound>

const MOST_QUEUE_SOUNDS = 200

/** How somebody is told of messages. */
export const NotificationPreferences = z.object({
  /** Of tickets whose queue has no sound of its own, and of those without a queue. */
  sound: Sound,
  queueSounds: z
    .array(z.object({ queueId: Id, sound: Sound }))
    .max(MOST_QUEUE_SOUNDS)
    .refine(list => different(list.map(({ queueId }) => queueId)), 'a queue twice'),
  /** Whether what leaves the product by push says who wrote and what; without it a push says that there is a message, and nothing more. */
  pushText: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const DEFAULT_NOTIFICATIONS: NotificationPreferences = { sound: 'chime', queueSounds: [], pushText: false }

/** How somebody works: theirs in whatever browser they sign in. */
export const Preferences = z.object({
  /** The order of the pending tickets. */
  waitingOrder: z.enum(['newest', 'waiting']),
  /** Where one is after a ticket was resolved. */
  afterResolve: z.enum(['stay', 'next']),
  /** Tickets that stand above the others, in this order. */
  pinned: z.array(Id).max(MOST_PINNED).refine(different, 'a ticket twice'),
  /** In the order of their chips. */
  filters: z
    .array(SavedFilter)
    .max(MOST_FILTERS)
    .refine(filters => different(filters.map(({ id }) => id)), 'an id twice'),
  /** Programs of before there were any do not say them. */
  notifications: NotificationPreferences.default(DEFAULT_NOTIFICATIONS),
})
export type Preferences = z.infer<typeof Preferences>

export const DEFAULT_PREFERENCES: Preferences = {
  waitingOrder: 'newest',
  afterResolve: 'stay',
  pinned: [],
  filters: [],
  notifications: DEFAULT_NOTIFICATIONS,
}

/** With the count of their changes, which a change says again: 0 before the first. */
export const KeptPreferences = Preferences.extend({ version: z.number().int().min(0) })
export type KeptPreferences = z.infer<typeof KeptPreferences>
