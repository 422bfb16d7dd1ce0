import type { TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { isId } from '@balcao/shared/ids.ts'

/** Filters of the list; in the URL, so that a reload and the back button keep them. */
export interface TicketSearch {
  tab?: 'open' | 'closed' | 'search' | undefined
  sub?: 'assigned' | 'pending' | 'snoozed' | undefined
  q?: string | undefined
  tags?: string[] | undefined
  users?: string[] | undefined
  unread?: boolean | undefined
  /** Shows everybody's tickets, for users who may see them; absent: the last choice. */
  showAll?: boolean | undefined
  /** Tickets that began on this day, YYYY-MM-DD; for the search. */
  date?: string | undefined
  /** Tickets of contacts whom an advertisement or a post brought; for the search. */
  origin?: 'ad' | undefined
  /** Tickets with one of these priorities; for the search. */
  priority?: TicketPriority[] | undefined
  /** View that is shown in place of a tab's list. */
  viewId?: string | undefined
  /** Opens the new-ticket dialog for a contact. */
  newContact?: string | undefined
  /** Opens the dialog that creates a contact of this number and begins a conversation. */
  newNumber?: string | undefined
  /** Message of the open conversation to jump to. */
  message?: string | undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

const oneOf = <T extends string>(value: unknown, choices: readonly T[]) => choices.find(choice => choice === value)
const textIn = (value: unknown) => (typeof value === 'string' && value.length <= 200 ? value : undefined)
const flagIn = (value: unknown) => (typeof value === 'boolean' ? value : undefined)
/** Returns a telephone number; digits alone arrive as a JavaScript number. */
const numberIn = (value: unknown) => (/^\d{10,15}$/.test(String(value)) ? String(value) : undefined)
const listIn = (value: unknown) =>
  Array.isArray(value) && value.length <= 50 && value.every(each => typeof each === 'string') ? value : undefined

/**
 * Reads the search of the address; invalid values count as absent. Without a schema, to keep zod
 * out of the first load.
 */
export function ticketSearch(search: Record<string, unknown>): TicketSearch {
  return {
    tab: oneOf(search.tab, ['open', 'closed', 'search']),
    sub: oneOf(search.sub, ['assigned', 'pending', 'snoozed']),
    q: textIn(search.q),
    tags: listIn(search.tags),
    users: listIn(search.users),
    unread: flagIn(search.unread),
    showAll: flagIn(search.showAll),
    date: typeof search.date === 'string' && DAY.test(search.date) ? search.date : undefined,
    origin: oneOf(search.origin, ['ad']),
    priority: listIn(search.priority) as TicketPriority[] | undefined,
    viewId: typeof search.viewId === 'string' && isId(search.viewId) ? search.viewId : undefined,
    newContact: textIn(search.newContact),
    newNumber: numberIn(search.newNumber),
    message: typeof search.message === 'string' && isId(search.message) ? search.message : undefined,
  }
}
