import { z } from 'zod'
import { Id } from '../contract/fields.ts'

export const MOST_PINNED = 20
export const MOST_FILTERS = 20
/** Ids of a kind in one saved filter. */
const MOST_IDS = 20
/** Of everything somebody keeps, as JSON. */
export const PREFERENCES_BYTES = 32_000

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

const different = (list: readonly string[]): boolean => new Set(list).size === list.length

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
})
export type Preferences = z.infer<typeof Preferences>

export const DEFAULT_PREFERENCES: Preferences = {
  waitingOrder: 'newest',
  afterResolve: 'stay',
  pinned: [],
  filters: [],
}

/** With the count of their changes, which a change says again: 0 before the first. */
export const KeptPreferences = Preferences.extend({ version: z.number().int().min(0) })
export type KeptPreferences = z.infer<typeof KeptPreferences>
