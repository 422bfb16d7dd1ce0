import type { TicketView } from '@balcao/shared/entities/preferences.ts'
import type { ViewFilter, ViewStatus } from '@balcao/shared/entities/view.ts'

const SUB_STATUS = { assigned: 'open', pending: 'pending', snoozed: 'snoozed' } as const

const some = <Value>(values: readonly Value[] | undefined) => (values?.length ? [...values] : undefined)

/**
 * Returns what the list on screen filters by, as a view's filter; the text of a search has no part.
 */
export function filterOfScreen(view: TicketView): ViewFilter {
  const sub = view.sub ?? 'assigned'
  const status: ViewStatus[] =
    view.tab === 'open' ? [SUB_STATUS[sub]] : view.tab === 'closed' ? ['closed'] : ['pending', 'open', 'snoozed']
  // Tickets in service are the user's own, unless everybody's are shown.
  const isOwn = view.tab === 'open' && sub !== 'pending' && !view.showAll
  const filter = {
    status,
    queueIds: some(view.queueIds),
    users: isOwn ? ['me' as const] : some(view.users),
    tags: some(view.tags),
    priority: some(view.priority),
    ...(view.unread ? { unread: true } : {}),
    ...(view.origin ? { origin: view.origin } : {}),
    ...(view.date ? { date: { from: view.date, to: view.date } } : {}),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as ViewFilter
}
