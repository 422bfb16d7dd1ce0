/** Moves tickets into and out of cached views; loaded with what applies events. */
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { View } from '@balcao/shared/entities/view.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { matchesView, type ViewSubject } from '@balcao/shared/rules/views/matches-view.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#/lib/apply-list-event.ts'
import { applyToQuery } from '#/lib/apply-to-query.ts'
import {
  argsOf,
  type Cached,
  cachedTicket,
  changed,
  keyOf,
  maySee,
  placed,
  setViewRule,
  type Where,
} from './ticket-lists.ts'

/** Prefix of every call about views, whose routes are not part of the first load. */
export const VIEWS_KEY = ['views']

/**
 * Reads the counts of the user's views again; a user without views learns of one by its own event.
 */
export const recountViews = (client: QueryClient) =>
  readAgain(client, {
    queryKey: VIEWS_KEY,
    predicate: ({ state: { data } }) => !(Array.isArray(data) && data.length === 0),
  })

/** Returns a cached view. */
function viewOf(client: QueryClient, id: string): View | undefined {
  for (const [, data] of client.getQueriesData<View[]>({ queryKey: VIEWS_KEY })) {
    const view = Array.isArray(data) ? data.find(each => each.id === id) : undefined
    if (view) return view
  }
  return undefined
}

const subjectOf = (ticket: Ticket): ViewSubject => ({
  status: ticket.status,
  isSnoozed: ticket.snoozedUntil !== undefined,
  queueId: ticket.queueId,
  userId: ticket.userId,
  tagIds: ticket.tags.map(({ id }) => id),
  contactTagIds: ticket.contact.tagIds ?? [],
  priority: ticket.priority,
  isUnread: ticket.unreadMessages > 0,
  isReferred: !!ticket.referral,
  goals: ticket.goals ?? [],
  fields: ticket.fields,
  createdAt: timeOfId(ticket.id),
})

/**
 * Returns whether a ticket belongs in a view; `known` if the view is not at hand, or asks for days,
 * which only the server knows in the company's zone.
 */
function belongsInView(ticket: Ticket, view: View | undefined, user: SessionUser): Where {
  if (!maySee(ticket, user)) return 'no'
  if (!view) return 'known'
  if (!matchesView(view.filter, subjectOf(ticket), { userId: user.id })) return 'no'
  return view.filter.date ? 'known' : 'yes'
}

setViewRule((client, ticket, viewId, user) => belongsInView(ticket, viewOf(client, viewId), user))

/** Moves a cached ticket, which was patched, into and out of cached views. */
export function applyToViews(client: QueryClient, ticketId: string, user: SessionUser) {
  const ticket = cachedTicket(client, ticketId)
  if (!ticket) return
  for (const query of client.getQueryCache().findAll({ queryKey: keyOf })) {
    const { viewId } = argsOf(query.queryKey)
    if (!viewId) continue
    const where = belongsInView(ticket, viewOf(client, viewId), user)
    applyToQuery<Cached>(client, query, data => changed(data, pages => placed(pages, ticket, where)))
  }
}

/** Reads the lists of views again, after one changed its filter or became ready. */
export const refetchViews = (client: QueryClient) =>
  readAgain(client, { queryKey: keyOf, predicate: ({ queryKey: key }) => argsOf(key).viewId !== undefined })
