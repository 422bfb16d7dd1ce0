/**
 * Lists of tickets. A tab is one partition of an index, or several (one per queue) merged by the
 * row's rank. A search starts from the most selective criterion (text, tags, origin, users, day) and
 * filters by the others. Every list is ordered by a value that only falls from row to row, so one
 * position serves all partitions, and a page cannot repeat or loop while messages move rows.
 */
import type { Profile } from '@balcao/shared/access.ts'
import type { TicketPriority, TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { TICKET_STATUSES } from '@balcao/shared/entities/ticket.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { isId, timeOfId } from '@balcao/shared/ids.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { getUsage } from '../company/usage.ts'
import { ticketCountsByQueue } from '../table/counter.ts'
import { type PageOptions, pageOf, type Slice, type Source, searchedPage, sizeOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { cacheFor } from '../table/short-cache.ts'
import { getTickets } from './ticket.ts'
import { contactSource, linkedTickets, monthSource, REFERRAL_SOURCE, tagSource } from './ticket-link.ts'
import {
  laneQuery,
  NONE,
  OPEN_PARTITIONS,
  type PartitionStatus,
  rankOf,
  TICKET_ATTRIBUTES,
  type TicketRow,
  toTicketRow,
  waitRankOf,
} from './ticket-row.ts'

/** The caller; decides which partitions are read. */
export type Viewer = {
  userId: string
  profile: Profile
  super: boolean
  queueIds: readonly string[]
  allTicket: 'enabled' | 'disabled'
}

type Times = { from: number; to: number }

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
  /** `ad`: only tickets of contacts whom an advertisement or a post brought. */
  origin?: 'ad' | undefined
  /** Only for the open tab: lists the snoozed tickets in place of the others. */
  snoozed?: boolean | undefined
  /** Only for the pending tab: lists the highest priority first, then the longest waiting. */
  byWaiting?: boolean | undefined
  /** Lists exactly these tickets, in this order. */
  ids?: readonly string[] | undefined
}

type ListPartition =
  | { index: 'byStatus'; status: PartitionStatus }
  | { index: 'byQueue' | 'byUser'; status: PartitionStatus; id: string }

/** Partitions of tickets without queue or user: visible only to viewers who see all tickets. */
const NOBODYS = { queueId: '-', userId: '-' }

export const seesAll = (viewer: Viewer): boolean => maySeeTicket(viewer, NOBODYS)

const visibility = (ticket: TicketRow) => ({ queueId: ticket.queue?.id ?? null, userId: ticket.user?.id ?? null })
export const sees = (viewer: Viewer, ticket: TicketRow): boolean => maySeeTicket(viewer, visibility(ticket))

const isSearch = (filter: TicketFilter): boolean =>
  filter.text !== '' ||
  !!filter.tags?.length ||
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
    within(filter.created, ticket.createdAt) &&
    within(filter.touched, ticket.updatedAt) &&
    (!filter.origin || !!ticket.referral) &&
    (!filter.priority?.length || filter.priority.includes(ticket.priority ?? 'none')) &&
    (!filter.unread || ticket.unreadMessages > 0)

const within = (times: Times | undefined, at: number): boolean => !times || (at >= times.from && at <= times.to)

export type TicketPage = { tickets: TicketRow[]; hasMore: boolean; nextCursor: string | null }
/**
 * Reads a page of the tickets a viewer may see. A tab costs half a read unit per partition and 4 KB
 * of rows; a search costs half a unit per row and half a unit per 4 KB of search items, and its
 * pages have at most 15 rows. Throws ERR_INVALID_CURSOR.
 */
export async function pageOfTickets(
  companyId: string,
  viewer: Viewer,
  filter: TicketFilter,
  options: PageOptions,
): Promise<TicketPage> {
  const list = `tickets|${viewer.userId}|${JSON.stringify(filter)}`
  const accept = accepts(viewer, filter)
  const source = sourceOf(companyId, viewer, filter)
  const cut = searchedPage(options, filter.text)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, list, source, { ...cut, accept })
  return { tickets: rows, hasMore, nextCursor }
}

type TicketSource = Source<TicketRow>

function sourceOf(companyId: string, viewer: Viewer, filter: TicketFilter): TicketSource {
  const { text, tags, users, created, ids } = filter
  if (ids) return byIds(companyId, ids)
  if (isId(text)) return byIds(companyId, [text])
  if (text) return byText(companyId, text)
  if (tags?.length) return byLink(companyId, () => [tagSource(tags[0]!)])
  if (filter.origin) return byLink(companyId, () => [REFERRAL_SOURCE], created)
  if (filter.byWaiting && filter.status === 'pending' && !isSearch(filter)) return byWaiting(companyId, viewer, filter)
  if (users?.length || !created) {
    const partitions = listPartitions(viewer, filter)
    const status = statusOfQueuePartitions(partitions)
    const merged = mergePartitions(companyId, partitions, filter.touched)
    return status
      ? byQueueShare(companyId, status, partitions, merged, accepts(viewer, filter), filter.touched)
      : merged
  }
  return byLink(companyId, from => monthsOf(created, from), created)
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

const byText = (companyId: string, text: string): TicketSource =>
  fromSearch(
    companyId,
    'ticket',
    PROTOCOL.exec(text)?.[1] ?? text,
    async hits => new Map((await getTickets(companyId, idsOf(hits))).map(ticket => [ticket.id, ticket])),
    // A number is looked up in several places: at most 8.5 read units including the rows.
    { bytes: 17 * 4096, perHit: 4096 },
  )

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

/** Returns the lowest id of a moment: ids begin with their time. */
const idAt = (at: number): string => {
  const hex = Math.max(0, at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const byLink =
  (companyId: string, sourcesFrom: (before: string | null) => string[], times?: Times): TicketSource =>
  async (wanted, from) => {
    const before = from as string | null
    const range = times && { from: idAt(times.from), to: idAt(times.to + 1) }
    const ids: string[] = []
    for (const source of sourcesFrom(before)) {
      ids.push(...(await linkedTickets(companyId, source, { limit: wanted + 1 - ids.length, before, range })))
      if (ids.length > wanted) break
    }
    const taken = ids.slice(0, wanted)
    const rows = (await getTickets(companyId, taken)).map(row => ({ row, position: row.id }))
    return { rows, end: taken.at(-1) ?? before, more: ids.length > wanted }
  }

/** Returns the source of all tickets of a contact, newest first. */
export const contactTickets = (companyId: string, contactId: string): TicketSource =>
  byLink(companyId, () => [contactSource(contactId)])

/**
 * Reads rows of a partition below a rank, newest first. Fewer than `limit` means that there are no
 * more, unless `more` says otherwise.
 */
async function readPartition(
  companyId: string,
  partition: ListPartition,
  limit: number,
  below: string,
  times: Times | undefined,
): Promise<{ rows: TicketRow[]; more: boolean; size: number }> {
  // `between` includes its ends; the row where the last page ended is left out below.
  const range = times ? { from: String(times.from), to: lowest(below, String(times.to + 1)) } : { below }
  const query =
    partition.index === 'byStatus'
      ? laneQuery.byStatus(companyId, partition.status, range)
      : laneQuery[partition.index](companyId, partition.status, partition.id, range)
  const { items, more } = await queryItems(query, times ? limit + 1 : limit, { attributes: TICKET_ATTRIBUTES })
  const rows = items
    .map(toTicketRow)
    .filter(ticket => rankOf(ticket) < below)
    .slice(0, limit)
  return { rows, more, size: sizeOf(items) }
}

const lowest = (a: string, b: string): string => (a < b ? a : b)

/** Sort key above every rank. */
const TOP = '~'
/** Number of rows in 4 KB, which half a read unit reads. */
const STEP = 4

type Reading = { partition: ListPartition; rows: TicketRow[]; below: string; done: boolean; got: number }

/**
 * Merges partitions by rank: reads a first step of each, a second step of those expected to be
 * needed, then the missing rows.
 */
function mergePartitions(companyId: string, partitions: ListPartition[], touched: Times | undefined): TicketSource {
  return async (wanted, from) => {
    const below = (from as string | null) ?? TOP
    const need = wanted + 1
    const readings: Reading[] = partitions.map(partition => ({ partition, rows: [], below, done: false, got: 0 }))
    let read = 0
    const fetch = async (reading: Reading, limit: number) => {
      const { rows, more, size } = await readPartition(companyId, reading.partition, limit, reading.below, touched)
      reading.rows.push(...rows)
      read += size
      reading.got += rows.length
      reading.done = rows.length < limit && !more
      const last = rows.at(-1)
      if (last) reading.below = rankOf(last)
    }
    const first = partitions.length === 1 ? need : Math.max(STEP, Math.floor(need / partitions.length / STEP) * STEP)
    await Promise.all(readings.map(reading => fetch(reading, first)))
    await Promise.all(
      expected(readings, need).map(({ reading, rows }) => fetch(reading, Math.ceil(rows / STEP) * STEP)),
    )
    const rows: Slice<TicketRow>['rows'] = []
    while (rows.length < need) {
      const empty = readings.filter(reading => reading.rows.length === 0 && !reading.done)
      if (empty.length > 0) {
        await Promise.all(empty.map(reading => fetch(reading, STEP)))
        continue
      }
      const next = readings
        .filter(reading => reading.rows.length > 0)
        .reduce<Reading | undefined>(
          (best, each) => (best && rankOf(best.rows[0]!) >= rankOf(each.rows[0]!) ? best : each),
          undefined,
        )
      if (!next) break
      const ticket = next.rows.shift()!
      // A viewer's own tickets are both in the user's partition and in their queue's.
      if (rows.at(-1)?.row.id !== ticket.id) rows.push({ row: ticket, position: rankOf(ticket) })
    }
    const more = rows.length > wanted
    const page = rows.slice(0, wanted)
    return { rows: page, size: read, end: page.at(-1)?.position ?? from, more }
  }
}

/** With fewer partitions than this, they are merged without reading the number of queues. */
const MANY_PARTITIONS = 3

/** Returns the status of a tab that consists of many queues and nothing else. */
const statusOfQueuePartitions = (partitions: readonly ListPartition[]): PartitionStatus | undefined =>
  partitions.length >= MANY_PARTITIONS &&
  partitions.every(({ index, status }) => index === 'byQueue' && status === partitions[0]!.status)
    ? partitions[0]!.status
    : undefined

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
  accept: (ticket: TicketRow) => boolean,
  touched: Times | undefined,
): TicketSource {
  const whole = mergePartitions(companyId, [{ index: 'byStatus', status }], touched)
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

/**
 * Estimates which partitions will be read beyond their first step, and about how far, if rows stay
 * as dense as at the beginning.
 */
function expected(readings: Reading[], need: number): { reading: Reading; rows: number }[] {
  const timeOf = (rank: string) => Number(rank.split('-')[0])
  const newest = Math.max(...readings.flatMap(({ rows }) => rows.slice(0, 1).map(({ updatedAt }) => updatedAt)), 0)
  const density = (reading: Reading) => reading.got / Math.max(1, newest - timeOf(reading.below))
  const reading = readings.filter(({ got, done }) => got > 0 && !done)
  const all = readings.filter(({ got }) => got > 0).reduce((sum, each) => sum + density(each), 0)
  if (reading.length === 0 || all === 0) return []
  const reach = newest - need / all
  return reading.flatMap(each => {
    const rows = Math.round(density(each) * (timeOf(each.below) - reach))
    return rows > 0 ? [{ reading: each, rows: Math.min(rows, need) }] : []
  })
}

/** Number of queues up to which reading all partitions costs less than reading the counts. */
const FEW_QUEUES = 6

type Waiting = { queueId: string; rows: TicketRow[]; above: string; done: boolean }

/**
 * Lists the pending tickets of the viewer's queues, highest priority first, then longest waiting: a
 * merge of one partition per queue with waiting tickets. A page costs half a read unit per partition and per 4 KB of rows.
 * For many queues, the counts of the tabs show which partitions are empty.
 */
function byWaiting(companyId: string, viewer: Viewer, filter: TicketFilter): TicketSource {
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
    const need = wanted + 1
    const first =
      partitions.length === 1 ? need : Math.max(STEP, Math.floor(need / Math.max(1, partitions.length) / STEP) * STEP)
    const fetch = async (partition: Waiting, limit: number) => {
      const query = laneQuery.waiting(companyId, partition.queueId, { above: partition.above || '0' })
      const { items, more } = await queryItems(query, limit, { attributes: TICKET_ATTRIBUTES, order: 'asc' })
      const rows = items.map(toTicketRow)
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
        await Promise.all(empty.map(partition => fetch(partition, STEP)))
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
    const page = rows.slice(0, wanted)
    return { rows: page, end: page.at(-1)?.position ?? from, more: rows.length > wanted }
  }
}

/**
 * Throws ERR_NO_PERMISSION unless the ticket is the viewer's or nobody's, or the viewer sees all
 * tickets.
 */
export function assertActs(viewer: Viewer, { user }: Pick<TicketRow, 'user'>): void {
  if (user !== null && user.id !== viewer.userId && !seesAll(viewer)) throw new AppError('ERR_NO_PERMISSION')
}

/** Throws ERR_NO_PERMISSION if the viewer may not see the ticket. */
export function assertSees(viewer: Viewer, ticket: TicketRow): void {
  if (!sees(viewer, ticket)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Yields the ids of a partition, newest first, in batches; a ticket that leaves the partition
 * meanwhile is not yielded again.
 */
export async function* ticketIdsOfPartition(companyId: string, partition: ListPartition): AsyncGenerator<string[]> {
  for (let below = TOP; ; ) {
    const { rows, more } = await readPartition(companyId, partition, 100, below, undefined)
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < 100 && !more) return
    below = rankOf(rows.at(-1)!)
  }
}
