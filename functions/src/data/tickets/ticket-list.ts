/**
 * Lists of tickets. A tab is one partition of an index, or several (one per queue) merged by the
 * row's rank. A search starts from the most selective criterion (text, tags, fields, origin, users,
 * day) and
 * filters by the others. Every list is ordered by a value that only falls from row to row, so one
 * position serves all partitions, and a page cannot repeat or loop while messages move rows.
 */
import type { Profile } from '@balcao/shared/access.ts'
import type { TicketPriority, TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { TICKET_STATUSES } from '@balcao/shared/entities/ticket.ts'
import type { ViewPart } from '@balcao/shared/entities/view.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { idsFrom, isId, timeOfId } from '@balcao/shared/ids.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { getUsage } from '../company/usage.ts'
import { fromFieldValue } from '../fields/field-source.ts'
import { type FieldFilter, hasFieldValue } from '../fields/field-values.ts'
import { ticketCountsByQueue } from '../table/counter.ts'
import { type PageOptions, pageOf, type ReadBudget, type Slice, searchedPage, sizeOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { cacheFor } from '../table/short-cache.ts'
import { coveringIndex } from '../views/covering-index.ts'
import { getTickets } from './ticket.ts'
import { contactSource, linkedTickets, monthSource, REFERRAL_SOURCE, tagSource } from './ticket-link.ts'
import {
  affordable,
  endHere,
  type ListPartition,
  MAX_MERGED,
  mergePartitions,
  stepOf,
  type TicketSource,
  type Times,
  unitsOf,
  wholeOf,
} from './ticket-partitions.ts'
import {
  isSnoozed,
  laneQuery,
  NONE,
  OPEN_PARTITIONS,
  type PartitionStatus,
  TICKET_ATTRIBUTES,
  type TicketRow,
  toTicketRow,
  waitRankOf,
} from './ticket-row.ts'
import { ticketsByText } from './tickets-by-text.ts'

/** The caller; decides which partitions are read. */
export type Viewer = {
  userId: string
  profile: Profile
  super: boolean
  queueIds: readonly string[]
  allTicket: 'enabled' | 'disabled'
}

export type TicketFilter = {
  text: string
  status?: TicketStatus | undefined
  /** Only for an admin: includes everybody's open tickets. */
  showAll: boolean
  /** Only for a search: limits it to the viewer's tickets and those of nobody. */
  mine?: boolean | undefined
  queueIds?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  users?: readonly string[] | undefined
  /** Range of times (epoch ms), ends included. */
  created?: Times | undefined
  touched?: Times | undefined
  unread: boolean
  /** Only tickets with one of these priorities. */
  priority?: readonly TicketPriority[] | undefined
  /** Only tickets with each of these values of custom fields. */
  fields?: readonly FieldFilter[] | undefined
  /** `ad`: only tickets of contacts whom an advertisement or a post brought. */
  origin?: 'ad' | undefined
  /** Only for the open tab: lists the snoozed tickets in place of the others. */
  snoozed?: boolean | undefined
  /** Only for the pending tab: lists the highest priority first, then the longest waiting. */
  byWaiting?: boolean | undefined
  /** Lists exactly these tickets, in this order. */
  ids?: readonly string[] | undefined
}

/** Partitions of tickets without queue or user: visible only to viewers who see all tickets. */
const NOBODYS = { queueId: '-', userId: '-' }

export const seesAll = (viewer: Viewer): boolean => maySeeTicket(viewer, NOBODYS)

const visibility = (ticket: TicketRow) => ({ queueId: ticket.queue?.id ?? null, userId: ticket.user?.id ?? null })
export const sees = (viewer: Viewer, ticket: TicketRow): boolean => maySeeTicket(viewer, visibility(ticket))

const isSearch = (filter: TicketFilter): boolean =>
  filter.text !== '' ||
  !!filter.tags?.length ||
  !!filter.fields?.length ||
  !!filter.users?.length ||
  !!filter.created ||
  !!filter.touched ||
  !!filter.origin

const isOpen = (status: PartitionStatus): boolean => status === 'open' || status === 'snoozed'

/** Returns the partitions whose union is the list, before row filters. */
function listPartitions(viewer: Viewer, filter: TicketFilter): ListPartition[] {
  const all = seesAll(viewer)
  const statuses = (filter.status ? [filter.status] : TICKET_STATUSES).flatMap((status): readonly PartitionStatus[] => {
    if (status !== 'open') return [status]
    return isSearch(filter) || !filter.status ? OPEN_PARTITIONS : [filter.snoozed ? 'snoozed' : 'open']
  })
  return statuses.flatMap((status): ListPartition[] => {
    if (filter.users?.length)
      return status === 'pending' ? [] : filter.users.map(id => ({ index: 'byUser', status, id }))
    const own: ListPartition = { index: 'byUser', status, id: viewer.userId }
    if (isOpen(status) && !isSearch(filter) && !(all && filter.showAll)) return [own]
    if (all && !filter.queueIds?.length) return [{ index: 'byStatus', status }]
    const queueIds = all ? filter.queueIds! : queuesOf(viewer, filter)
    return [
      ...queueIds.map((id): ListPartition => ({ index: 'byQueue', status, id })),
      ...(all || viewer.allTicket === 'enabled' ? [{ index: 'byQueue', status, id: NONE } as ListPartition] : []),
      // The closed tab shows the caller's queues only; closed tickets of other queues are found by
      // a search, which costs more.
      ...(all || status === 'pending' || (!isSearch(filter) && queueIds.length > 0) ? [] : [own]),
    ]
  })
}

/** Returns the viewer's queues that the filter accepts. */
export const queuesOf = (viewer: Viewer, filter: Pick<TicketFilter, 'queueIds'>): readonly string[] =>
  filter.queueIds?.length ? viewer.queueIds.filter(id => filter.queueIds!.includes(id)) : viewer.queueIds

/**
 * Returns whether a row belongs in the list, also for something found in its ticket. A ticket
 * without a queue passes a filter by queues, as everybody may accept it.
 */
export const accepts =
  (viewer: Viewer, filter: TicketFilter) =>
  (ticket: TicketRow): boolean =>
    sees(viewer, ticket) &&
    (!filter.mine || !isSearch(filter) || ticket.user === null || ticket.user.id === viewer.userId) &&
    (!filter.status || ticket.status === filter.status) &&
    (!filter.queueIds?.length || ticket.queue === null || filter.queueIds.includes(ticket.queue.id)) &&
    (!filter.users?.length || (ticket.user !== null && filter.users.includes(ticket.user.id))) &&
    (filter.tags ?? []).every(id => ticket.tags.some(tag => tag.id === id)) &&
    (filter.fields ?? []).every(each => hasFieldValue(ticket.fields, each)) &&
    within(filter.created, ticket.createdAt) &&
    within(filter.touched, ticket.updatedAt) &&
    (!filter.origin || !!ticket.referral) &&
    (!filter.priority?.length || filter.priority.includes(ticket.priority ?? 'none')) &&
    (!filter.unread || ticket.unreadMessages > 0)

const within = (times: Times | undefined, at: number): boolean => !times || (at >= times.from && at <= times.to)

export type TicketPage = {
  tickets: TicketRow[]
  hasMore: boolean
  nextCursor: string | null
  /**
   * Part of the filter for which a page ended before it was full; the pages after it go on looking.
   */
  uncombined?: ViewPart
}

/**
 * Read units of a page of 20 of a filtered list: ten, less those of the session and the caller, and
 * what a read exceeds its estimate by.
 */
const BUDGET_UNITS = 8
const USUAL_LIMIT = 20
/** Part of the usual rows on a page whose rows are read by id, at half a unit each. */
const LINKED_SHARE = 0.75

/** Returns whether a list has more to look through than the rows it shows. */
const isFiltered = (filter: TicketFilter): boolean =>
  isSearch(filter) || filter.unread || !!filter.priority?.length || !!filter.queueIds?.length || !filter.status

/** Number of partitions up to which a page of a tab can read each twice. */
const FEW_PARTITIONS = 6

/** Returns how many partitions a list has, as far as their reads have to be limited. */
const partitionCount = (viewer: Viewer, filter: TicketFilter): number =>
  filter.byWaiting ? 0 : listPartitions(viewer, filter).length

/**
 * Parts of a filter; the search begins with the last that is present, the others are looked for.
 */
const PARTS: readonly (readonly [ViewPart, (filter: TicketFilter) => boolean])[] = [
  ['unread', ({ unread }) => unread],
  ['priority', ({ priority }) => !!priority?.length],
  ['users', ({ users }) => !!users?.length],
  ['date', ({ created, touched }) => !!created || !!touched],
  ['origin', ({ origin }) => !!origin],
  ['fields', ({ fields }) => !!fields?.length],
  ['tags', ({ tags }) => !!tags?.length],
]

/**
 * Returns the first part of a filter that is looked for among what the others find: at least the
 * queues whose tickets the viewer sees.
 */
const uncombinedPart = (filter: TicketFilter): ViewPart => PARTS.find(([, has]) => has(filter))?.[0] ?? 'queueIds'

/**
 * Reads a page of the tickets a viewer may see. A tab costs half a read unit per partition and 4 KB
 * of rows. A page of 20 of a filtered list, or of one over many queues, costs at most ten units:
 * where they do not fill it, it is shorter or even empty, names a part of the filter and continues.
 * Rows found by text, tag, field, origin or day cost half a unit each, so such a page has 15.
 * Throws ERR_INVALID_CURSOR, ERR_VIEW_CANNOT_COMBINE.
 */
export async function pageOfTickets(
  companyId: string,
  viewer: Viewer,
  filter: TicketFilter,
  options: PageOptions,
): Promise<TicketPage> {
  const list = `tickets|${viewer.userId}|${JSON.stringify(filter)}`
  const accept = accepts(viewer, filter)
  const { limit } = options
  const isNumbered = options.pageNumber !== undefined && !options.cursor
  const count = partitionCount(viewer, filter)
  const budget =
    (isFiltered(filter) || count > FEW_PARTITIONS) && !filter.ids && !isNumbered
      ? { units: BUDGET_UNITS * Math.max(1, limit / USUAL_LIMIT) }
      : undefined
  const source = await sourceOf(companyId, viewer, filter, budget)
  const most = isLinked(filter) && limit > USUAL_LIMIT * LINKED_SHARE ? Math.ceil(limit * LINKED_SHARE) : limit
  const cut = searchedPage({ ...options, limit: most }, filter.text)
  const { rows, hasMore, nextCursor, isShort } = await pageOf(companyId, list, source, { ...cut, accept, budget })
  // A tab that reads its own partitions is shorter, but looks through nothing else.
  const isSought = isShort && (isFiltered(filter) || count > MAX_MERGED)
  return { tickets: rows, hasMore, nextCursor, ...(isSought ? { uncombined: uncombinedPart(filter) } : {}) }
}

/** Returns whether a list begins with links, so that each ticket is read by its id. */
const isLinked = ({ tags, fields, origin, users, created }: TicketFilter): boolean =>
  !!tags?.length || !!fields?.length || !!origin || (!!created && !users?.length)

async function sourceOf(
  companyId: string,
  viewer: Viewer,
  filter: TicketFilter,
  budget: ReadBudget | undefined,
): Promise<TicketSource> {
  const { text, tags, users, created, touched, ids } = filter
  if (ids) return byIds(companyId, ids)
  if (isId(text)) return byIds(companyId, [text])
  if (text) return byText(companyId, text, budget)
  if (tags?.length) return byLink(companyId, () => [tagSource(tags[0]!)], { budget })
  if (filter.fields?.length) return byField(companyId, filter.fields[0]!, budget)
  if (filter.origin) return byLink(companyId, () => [REFERRAL_SOURCE], { times: created, budget })
  if (filter.byWaiting && filter.status === 'pending' && !isSearch(filter))
    return byWaiting(companyId, viewer, filter, budget)
  if (!users?.length && created) return byLink(companyId, from => monthsOf(created, from), { times: created, budget })
  const view = isSearch(filter) ? undefined : await coveringIndex(companyId, filter)
  const own = listPartitions(viewer, filter)
  const partitions = budget && own.length > MAX_MERGED ? wholeOf(own) : own
  if (view !== undefined) {
    const copies = mergePartitions(companyId, copiesOf(view, partitions), { budget })
    return onlyOf(copies, ticket => filter.status !== 'open' || isSnoozed(ticket) === (filter.snoozed ?? false))
  }
  const status = statusOfQueuePartitions(partitions)
  const merged = mergePartitions(companyId, partitions, { touched, budget })
  return status
    ? byQueueShare(companyId, status, partitions, merged, {
        accept: accepts(viewer, { text: '', showAll: true, unread: false, queueIds: filter.queueIds }),
        ...{ touched, budget },
      })
    : merged
}

/**
 * Returns the partitions of a view's index that hold what these partitions
 * do, as far as it is in the view.
 */
function copiesOf(view: string, partitions: readonly ListPartition[]): ListPartition[] {
  const copies = partitions.map((each): ListPartition => {
    if (each.index === 'inView') return each
    if (each.index === 'byStatus') return { index: 'inView', view, by: 'all' }
    return { index: 'inView', view, by: each.index === 'byQueue' ? 'queue' : 'user', id: each.id }
  })
  return [...new Map(copies.map(each => [JSON.stringify(each), each])).values()]
}

/** Returns a source without the rows that a condition excludes. */
const onlyOf =
  (source: TicketSource, accept: (ticket: TicketRow) => boolean): TicketSource =>
  async (wanted, from) => {
    const slice = await source(wanted, from)
    return { ...slice, rows: slice.rows.filter(({ row }) => accept(row)) }
  }

const byIds =
  (companyId: string, ids: readonly string[]): TicketSource =>
  async () => {
    const rows = (await getTickets(companyId, ids)).map(row => ({ row, position: null }))
    return { rows, end: null, more: false }
  }

/**
 * Protocol number as contacts see it (`20261120-9F3A1C`), or the part typed so far: each part of
 * its end finds the ticket.
 */
const PROTOCOL = /^\s*(?:20\d{6}-(?=[0-9a-f])|\d{1,7}-(?=\d*[a-f][0-9a-f]{3}))([0-9a-f]{1,6})\s*$/i

const byText = (companyId: string, text: string, budget: ReadBudget | undefined): TicketSource => {
  const found = ticketsByText(companyId, PROTOCOL.exec(text)?.[1] ?? text)
  return async (wanted, from) => {
    const slice = await found(wanted, from)
    if (budget) budget.units = 0
    return slice
  }
}

const byField = (companyId: string, value: FieldFilter, budget: ReadBudget | undefined): TicketSource => {
  const found = fromFieldValue(companyId, value, ids => getTickets(companyId, ids))
  return async (wanted, from) => {
    const allowed = affordable(budget, wanted, 1, ROW_BY_ID)
    if (allowed === 0) return endHere(budget, from)
    const slice = await found(allowed, from)
    if (budget) budget.units -= LINKS_UNITS + allowed * ROW_BY_ID
    return slice
  }
}

/**
 * Returns the months of a range of times, newest first, from the month where the last page ended.
 */
function monthsOf({ from, to }: Times, before: string | null): string[] {
  const months: string[] = []
  const last = before ? Math.min(to, timeOfId(before)) : to
  for (let at = last; months.length < 24; ) {
    months.push(monthSource(at))
    const first = new Date(at)
    at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1) - 1
    if (at < from) break
  }
  return months
}

/** Read units of a row read by its id, and of a page of links. */
const ROW_BY_ID = 0.5
const LINKS_UNITS = 0.5

const byLink =
  (
    companyId: string,
    sourcesFrom: (before: string | null) => string[],
    { times, budget }: { times?: Times | undefined; budget?: ReadBudget | undefined } = {},
  ): TicketSource =>
  async (wanted, from) => {
    const before = from as string | null
    const range = times && { from: idsFrom(Math.max(0, times.from)), to: idsFrom(Math.max(0, times.to + 1)) }
    const sources = sourcesFrom(before)
    const allowed = affordable(budget, wanted, sources.length, ROW_BY_ID)
    if (allowed === 0) return endHere(budget, from)
    const ids: string[] = []
    for (const source of sources) {
      ids.push(...(await linkedTickets(companyId, source, { limit: allowed + 1 - ids.length, before, range })))
      if (budget) budget.units -= LINKS_UNITS
      if (ids.length > allowed) break
    }
    const taken = ids.slice(0, allowed)
    const rows = (await getTickets(companyId, taken)).map(row => ({ row, position: row.id }))
    if (budget) budget.units -= taken.length * ROW_BY_ID
    return { rows, end: taken.at(-1) ?? before, more: ids.length > allowed }
  }

/** Returns the source of all tickets of a contact, newest first. */
export const contactTickets = (companyId: string, contactId: string): TicketSource =>
  byLink(companyId, () => [contactSource(contactId)])

/** With fewer partitions than this, they are merged without reading the number of queues. */
const MANY_PARTITIONS = 3

/** Returns the status of a tab that consists of many queues and nothing else. */
const statusOfQueuePartitions = (partitions: readonly ListPartition[]): PartitionStatus | undefined =>
  partitions.length >= MANY_PARTITIONS &&
  partitions.every(each => each.index === 'byQueue' && each.status === statusOf(partitions[0]!))
    ? statusOf(partitions[0]!)
    : undefined

const statusOf = (partition: ListPartition) => (partition.index === 'inView' ? undefined : partition.status)

/** Number of the company's queues, cached for 60 s: it only chooses how to read. */
const queueCounts = cacheFor<number>(60_000)
/** Share of a status' tickets that was in a set of queues at the last read. */
const shares = new Map<string, number>()
const MAX_SHARES = 2000
/** Share below which reading the queues' partitions costs less than the status' partition. */
const WORTH_IT = 0.5

/**
 * Reads the partition of the status instead of one per queue: a viewer of most queues sees most
 * tickets, so a few rows are left out of one read. Both ways order by rank, so a page may begin
 * with one and continue with the other.
 */
function byQueueShare(
  companyId: string,
  status: PartitionStatus,
  partitions: ListPartition[],
  merged: TicketSource,
  {
    accept,
    touched,
    budget,
  }: { accept: (ticket: TicketRow) => boolean; touched: Times | undefined; budget: ReadBudget | undefined },
): TicketSource {
  const whole = mergePartitions(companyId, [{ index: 'byStatus', status }], { touched, budget })
  const key = `${companyId}|${status}|${partitions.map(partition => ('id' in partition ? partition.id : '')).join()}`
  return async (wanted, from) => {
    const all = await queueCounts.get(companyId, async () => (await getUsage(companyId)).queues + 1)
    const share = shares.get(key) ?? (partitions.length + 0.5) / all
    if (share < WORTH_IT) return merged(wanted, from)
    const slice = await whole(Math.min(100, Math.ceil(wanted / Math.min(1, share))), from)
    // Too few rows do not predict what follows.
    if (slice.rows.length >= 10) {
      if (shares.size >= MAX_SHARES) shares.clear()
      shares.set(key, slice.rows.filter(({ row }) => accept(row)).length / slice.rows.length)
    }
    return slice
  }
}

/** Number of queues up to which reading all partitions costs less than reading the counts. */
const FEW_QUEUES = 6

type Waiting = { queueId: string; rows: TicketRow[]; above: string; done: boolean }

/** Read units of the counts by queue. */
const COUNTS_UNITS = 1

/**
 * Lists the pending tickets of the viewer's queues, highest priority first, then longest waiting: a
 * merge of one partition per queue with waiting tickets. A page costs half a read unit per
 * partition and per 4 KB of rows. For many queues, the counts of the tabs show which partitions are
 * empty. Throws ERR_VIEW_CANNOT_COMBINE if more queues are waiting than a budget allows to merge.
 */
function byWaiting(
  companyId: string,
  viewer: Viewer,
  filter: TicketFilter,
  budget: ReadBudget | undefined,
): TicketSource {
  return async (wanted, from) => {
    const all = seesAll(viewer)
    const chosen = all ? filter.queueIds : queuesOf(viewer, filter)
    const few = chosen && chosen.length > 0 && chosen.length <= FEW_QUEUES
    const counts = few ? undefined : await ticketCountsByQueue(companyId)
    const own = chosen?.length || !all ? (chosen ?? []) : [...(counts?.keys() ?? [])]
    const withNone = all || viewer.allTicket === 'enabled' ? [...own, NONE] : own
    const partitions: Waiting[] = [...new Set(withNone)]
      .filter(id => !counts || (counts.get(id)?.pending ?? 0) > 0)
      .map(queueId => ({ queueId, rows: [], above: (from as string | null) ?? '', done: false }))
    if (budget && partitions.length > MAX_MERGED)
      throw new AppError('ERR_VIEW_CANNOT_COMBINE', { data: { part: 'queueIds' } })
    if (budget && counts) budget.units -= COUNTS_UNITS
    const allowed = affordable(budget, wanted, partitions.length)
    if (allowed === 0 && partitions.length > 0) return endHere(budget, from)
    const need = allowed + 1
    const step = stepOf(budget)
    const first =
      partitions.length === 1 ? need : Math.max(step, Math.floor(need / Math.max(1, partitions.length) / step) * step)
    const fetch = async (partition: Waiting, limit: number) => {
      const query = laneQuery.waiting(companyId, partition.queueId, { above: partition.above || '0' })
      const { items, more } = await queryItems(query, limit, { attributes: TICKET_ATTRIBUTES, order: 'asc' })
      const rows = items.map(toTicketRow)
      if (budget) budget.units -= unitsOf(rows.length, sizeOf(items))
      partition.rows.push(...rows)
      partition.done = rows.length < limit && !more
      const last = rows.at(-1)
      if (last) partition.above = waitRankOf(last)
    }
    await Promise.all(partitions.map(partition => fetch(partition, first)))
    const rows: Slice<TicketRow>['rows'] = []
    while (rows.length < need) {
      const empty = partitions.filter(partition => partition.rows.length === 0 && !partition.done)
      if (empty.length > 0) {
        if (affordable(budget, empty.length, 0, 0.5) < empty.length)
          return { ...endHere(budget, from), rows, end: rows.at(-1)?.position ?? from }
        await Promise.all(empty.map(partition => fetch(partition, step)))
        continue
      }
      const next = partitions
        .filter(partition => partition.rows.length > 0)
        .reduce<Waiting | undefined>(
          (best, each) => (best && waitRankOf(best.rows[0]!) <= waitRankOf(each.rows[0]!) ? best : each),
          undefined,
        )
      if (!next) break
      const row = next.rows.shift()!
      rows.push({ row, position: waitRankOf(row) })
    }
    const page = rows.slice(0, allowed)
    return { rows: page, end: page.at(-1)?.position ?? from, more: rows.length > allowed }
  }
}

/** Returns whether the ticket is the viewer's or nobody's, or the viewer sees all tickets. */
export const acts = (viewer: Viewer, { user }: Pick<TicketRow, 'user'>): boolean =>
  user === null || user.id === viewer.userId || seesAll(viewer)

/** Throws ERR_NO_PERMISSION unless the viewer acts in the ticket. */
export function assertActs(viewer: Viewer, ticket: Pick<TicketRow, 'user'>): void {
  if (!acts(viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
}

/** Throws ERR_NO_PERMISSION if the viewer may not see the ticket. */
export function assertSees(viewer: Viewer, ticket: TicketRow): void {
  if (!sees(viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
}
