import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { TICKET_PRIORITIES, type Ticket } from '@balcao/shared/entities/ticket.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { applyToQuery } from '#/lib/apply-to-query.ts'

type Page = ResultOf<typeof tickets.list>
type Pages = InfiniteData<Page, string | null>
/** A list as it is scrolled, or the single page of a search in the command bar. */
export type Cached = Pages | Page

/** Query of a ticket list, as the screen made it. */
type ListQuery = {
  status?: string
  searchParam?: string
  showAll?: string
  queueIds?: string
  tags?: string
  users?: string
  date?: string
  updatedAt?: string
  withUnreadMessages?: string
  snoozed?: string
  order?: string
  priority?: string
  ids?: string
  viewId?: string
}

/** Place of a ticket in a list; `known`: the rows it has are kept fresh, and none moves. */
export type Where = 'yes' | 'no' | 'known'

/**
 * Says whether a ticket belongs in a view. The rule comes with the module that applies events,
 * which the first load does not have; until then nothing moves into or out of a view.
 */
let inView: (client: QueryClient, ticket: Ticket, viewId: string, user: SessionUser) => Where = () => 'known'

export const setViewRule = (rule: typeof inView): void => {
  inView = rule
}

const idsOf = (json: string | undefined): string[] => {
  try {
    const ids: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/** Returns whether this user sees the ticket (decision 0014), by the rule the server applies. */
export function maySee(ticket: Pick<Ticket, 'queueId' | 'userId'>, user: SessionUser): boolean {
  if (user.profile === 'admin' || user.super || ticket.userId === user.id) return true
  if (ticket.queueId === null) return user.allTicket === 'enabled'
  return user.queues.some(queue => queue.id === ticket.queueId)
}

/**
 * Returns whether a ticket belongs in the list of a tab: `yes` and `no` are certain; a search is
 * `known`: its rows are kept fresh, but only the server knows which other tickets match.
 */
export function belongs(ticket: Ticket, query: ListQuery, user: SessionUser): Where {
  if (!maySee(ticket, user)) return 'no'
  if (query.ids) return idsOf(query.ids).includes(ticket.id) && ticket.status === query.status ? 'known' : 'no'
  if (query.searchParam || query.tags || query.users || query.date || query.updatedAt) return 'known'
  if (query.status && ticket.status !== query.status) return 'no'
  if (ticket.status === 'open' && (ticket.snoozedUntil !== undefined) !== (query.snoozed === 'true')) return 'no'
  const queueIds = idsOf(query.queueIds)
  if (queueIds.length > 0 && ticket.queueId !== null && !queueIds.includes(ticket.queueId)) return 'no'
  if (query.priority && !idsOf(query.priority).includes(ticket.priority)) return 'no'
  if (query.withUnreadMessages === 'true' && ticket.unreadMessages === 0) return 'no'
  if (ticket.status === 'open' && query.showAll !== 'true' && ticket.userId !== user.id) return 'no'
  return 'yes'
}

const without = (page: Page, id: string): Page => {
  const rows = page.tickets.filter(row => row.id !== id)
  return rows.length === page.tickets.length ? page : { ...page, tickets: rows }
}

/** Returns the newer state of a ticket, of equally old ones the second. */
const newer = (a: Ticket | undefined, b: Ticket): Ticket => (a && a.updatedAt > b.updatedAt ? a : b)

const newest = (a: Ticket, b: Ticket) =>
  a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : a.id < b.id ? 1 : -1

const levelOf = ({ priority }: Ticket) => TICKET_PRIORITIES.indexOf(priority)

/** Sorts tickets by priority, then by waiting time, the longest first. */
export const longest = (a: Ticket, b: Ticket) => levelOf(b) - levelOf(a) || longer(a, b)

const longer = (a: Ticket, b: Ticket) =>
  (a.waitingSince ?? '') < (b.waitingSince ?? '')
    ? -1
    : (a.waitingSince ?? '') > (b.waitingSince ?? '')
      ? 1
      : a.id < b.id
        ? -1
        : 1

/**
 * Returns a list with the ticket where it belongs now: removed, in its place by age, or updated in
 * place.
 */
export function placed(
  data: Pages,
  ticket: Ticket,
  where: Where,
  order: (a: Ticket, b: Ticket) => number = newest,
): Pages {
  const current = data.pages.flatMap(page => page.tickets).find(row => row.id === ticket.id)
  // What is older than the cached ticket changes nothing.
  if (current && current.updatedAt > ticket.updatedAt) return data
  if (where === 'no' && !current) return data
  if (where === 'known') {
    if (!current) return data
    return {
      ...data,
      pages: data.pages.map(page => ({
        ...page,
        tickets: page.tickets.map(row => (row.id === ticket.id ? ticket : row)),
      })),
    }
  }
  const pages = data.pages.map(page => without(page, ticket.id))
  if (where === 'no') return { ...data, pages }
  const last = pages.length - 1
  const at = pages.findIndex(
    (page, i) => page.tickets.some(row => order(ticket, row) < 0) || (i === last && !page.hasMore),
  )
  // The ticket is older than all loaded rows: it will come with the next page.
  if (at === -1) return { ...data, pages }
  return {
    ...data,
    pages: pages.map((page, i) => (i === at ? { ...page, tickets: [...page.tickets, ticket].sort(order) } : page)),
  }
}

/** Key of every cached list of tickets. */
export const keyOf = queryKey(tickets.list)

/** Returns cached rows with their pages changed. */
export function changed(data: Cached, change: (pages: Pages) => Pages): Cached {
  if ('pages' in data) return change(data)
  return change({ pages: [data], pageParams: [null] }).pages[0] ?? data
}

const rowsOf = (data: Cached): Ticket[] => ('pages' in data ? data.pages.flatMap(page => page.tickets) : data.tickets)

/** Returns what a cached list was asked for. */
export const argsOf = (key: readonly unknown[]): ListQuery =>
  ((key[2] as { query?: ListQuery } | undefined)?.query ?? {}) as ListQuery

const keyOfOne = (ticketId: string) => queryKey(tickets.getByUuid, { params: { ticketId } })

/** Number of tickets whose last change is remembered. */
const MAX_REMEMBERED = 500

/** Last changes that were applied (`updatedAt` by id): the ticket may be in no cached list now. */
const lastChanges = new WeakMap<QueryClient, Map<string, string>>()

/**
 * Returns whether a newer state of the ticket is known, and remembers this one otherwise. The
 * answer to a call and the events of another function can arrive in either order.
 */
function isOutdated(client: QueryClient, { id, updatedAt }: Ticket): boolean {
  const changes = lastChanges.get(client) ?? new Map<string, string>()
  lastChanges.set(client, changes)
  const known = [changes.get(id), cachedTicket(client, id)?.updatedAt]
  if (known.some(at => at !== undefined && at > updatedAt)) return true
  changes.delete(id)
  changes.set(id, updatedAt)
  const [oldest] = changes.keys()
  if (changes.size > MAX_REMEMBERED && oldest !== undefined) changes.delete(oldest)
  return false
}

/** Changes that are shown before the server has answered, by ticket. */
const expected = new Map<string, { ticket: Ticket; changes: Set<Partial<Ticket>> }>()

const withExpected = (ticket: Ticket): Ticket => Object.assign({}, ticket, ...(expected.get(ticket.id)?.changes ?? []))

/**
 * Shows a change before the server has answered, and lays it over events and fetches that do not
 * have it yet. The returned function ends that, with the answer or, after a refusal, without one.
 */
export function expectTicket(client: QueryClient, given: Ticket, change: Partial<Ticket>, user: SessionUser) {
  const { id } = given
  const cache = client.getQueryCache()
  const entry = expected.get(id) ?? {
    ticket: newer(cachedTicket(client, id), given),
    changes: new Set<Partial<Ticket>>(),
  }
  const show = () => showTicket(client, entry.ticket, user)
  if (!expected.has(id)) {
    expected.set(id, entry)
    const stop = cache.subscribe(event => {
      // The cache is emptied at the end of a session: another person's may follow.
      if (!cache.getAll()[0]) expected.delete(id)
      if (expected.get(id) !== entry) return stop()
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
      const { queryKey: key, state } = event.query
      const isList = key[1] === tickets.list.path
      if (!isList && event.query !== cache.find({ queryKey: keyOfOne(id) })) return
      const read = isList ? rowsOf(state.data).find(row => row.id === id) : state.data
      if (read) entry.ticket = newer(entry.ticket, read)
      show()
    })
  }
  entry.changes.add(change)
  show()
  return (answer?: Ticket) => {
    entry.changes.delete(change)
    // A ticket that was deleted meanwhile has no entry.
    if (expected.get(id) !== entry) return
    if (answer) applyTicket(client, answer, user)
    show()
    if (entry.changes.size === 0) expected.delete(id)
  }
}

/** Applies a ticket to every cached list and its conversation, unless a newer state is known. */
export function applyTicket(client: QueryClient, ticket: Ticket, user: SessionUser) {
  if (isOutdated(client, ticket)) return
  const entry = expected.get(ticket.id)
  if (entry) entry.ticket = ticket
  showTicket(client, ticket, user)
}

/** Shows a ticket under its expected changes. */
function showTicket(client: QueryClient, known: Ticket, user: SessionUser) {
  const ticket = withExpected(known)
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ queryKey: keyOf })) {
    const asked = argsOf(query.queryKey)
    const where = asked.viewId ? inView(client, ticket, asked.viewId, user) : belongs(ticket, asked, user)
    const order = asked.order === 'waiting' ? longest : newest
    applyToQuery<Cached>(client, query, data => changed(data, pages => placed(pages, ticket, where, order)))
  }
  applyToQuery<Ticket>(client, cache.find({ queryKey: keyOfOne(ticket.id) }), old => newer(old, ticket))
}

/** Changes a cached ticket wherever it is shown, without moving it. */
export function patchTicket(client: QueryClient, ticketId: string, patch: (ticket: Ticket) => Ticket) {
  const entry = expected.get(ticketId)
  if (entry) entry.ticket = patch(entry.ticket)
  const change = (ticket: Ticket) => withExpected(patch(ticket))
  for (const [key, data] of client.getQueriesData<Cached>({ queryKey: keyOf })) {
    if (!data || !rowsOf(data).some(row => row.id === ticketId)) continue
    const patched = changed(data, list => ({
      ...list,
      pages: list.pages.map(page => ({
        ...page,
        tickets: page.tickets.map(row => (row.id === ticketId ? change(row) : row)),
      })),
    }))
    client.setQueryData<Cached>(key, patched)
  }
  client.setQueryData<Ticket>(keyOfOne(ticketId), old => old && change(old))
}

/** Removes a ticket that is deleted, or that this user may no longer see. */
export function removeTicket(client: QueryClient, ticketId: string) {
  expected.delete(ticketId)
  for (const query of client.getQueryCache().findAll({ queryKey: keyOf })) {
    applyToQuery<Cached>(client, query, data =>
      changed(data, list => {
        const pages = list.pages.map(page => without(page, ticketId))
        return pages.some((page, i) => page !== list.pages[i]) ? { ...list, pages } : list
      }),
    )
  }
  client.removeQueries({ queryKey: keyOfOne(ticketId), exact: true, type: 'inactive' })
}

/** Returns the ticket from any cached list or call that has it. */
export function cachedTicket(client: QueryClient, ticketId: string): Ticket | undefined {
  const single = client.getQueryData<Ticket>(keyOfOne(ticketId))
  if (single) return single
  for (const [, data] of client.getQueriesData<Cached>({ queryKey: keyOf })) {
    const row = data && rowsOf(data).find(ticket => ticket.id === ticketId)
    if (row) return row
  }
  return undefined
}
