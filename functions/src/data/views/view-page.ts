/** Pages and counts of a view, each of the tickets that its viewer may see. */

import { matchesView } from '@balcao/shared/rules/views/matches-view.ts'
import { planView, type ViewPlan } from '@balcao/shared/rules/views/plan-view.ts'
import { getSettings } from '../company/setting.ts'
import { openTicketsOfUser, type TicketCounts, ticketCountsByQueue } from '../table/counter.ts'
import { type PageOptions, pageOf } from '../table/page.ts'
import { sees, seesAll, type TicketPage, type Viewer } from '../tickets/ticket-list.ts'
import { type ListPartition, MAX_MERGED, mergePartitions, wholeOf } from '../tickets/ticket-partitions.ts'
import { NONE } from '../tickets/ticket-row.ts'
import type { ViewRow } from './view.ts'
import { type ViewCounts, viewCountsByQueue, viewCountsOfUser } from './view-count.ts'
import { indexOf, rangeOf, viewSubject } from './view-index.ts'

/** In place of a time zone, on which the id of an index does not depend. */
const NO_ZONE = 'UTC'

/**
 * Share of an index in the viewer's queues above which reading all of it costs less than a merge.
 */
const MOST = 0.5

/**
 * Read units of a page of 20 of a view in many queues: ten, less those of the counts, session and
 * caller.
 */
const BUDGET_UNITS = 7
/**
 * Read units of a page of 20 of a view whose queues are read one by one: ten, less those of the
 * counts.
 */
const MERGED_UNITS = 9
const USUAL_LIMIT = 20

/** Number of queues up to which reading all partitions costs less than reading the counts. */
const FEW_QUEUES = 6

/** Returns the queues whose tickets a viewer sees, as a view names them; null: every queue. */
const queuesSeen = (viewer: Viewer): readonly string[] | null =>
  seesAll(viewer) ? null : [...viewer.queueIds, ...(viewer.allTicket === 'enabled' ? [NONE] : [])]

const among = (ids: readonly string[], chosen: readonly string[] | null): readonly string[] =>
  chosen ? ids.filter(id => chosen.includes(id)) : ids

type TabsPlan = ViewPlan & { kind: 'tabs' }
type IndexPlan = ViewPlan & { kind: 'index' }

async function partitionsOfTabs(companyId: string, viewer: Viewer, plan: TabsPlan): Promise<ListPartition[]> {
  const { statuses, queueIds, mine } = plan
  const seen = queuesSeen(viewer)
  const isMany = !mine && (seen?.length ?? 0) > FEW_QUEUES
  const counts = isMany ? await ticketCountsByQueue(companyId) : undefined
  return statuses.flatMap((status): ListPartition[] => {
    const own: ListPartition = { index: 'byUser', status, id: viewer.userId }
    // A pending ticket has no user.
    if (mine) return status === 'pending' ? [] : [own]
    if (!seen && !queueIds) return [{ index: 'byStatus', status }]
    const chosen = seen ? among(seen, queueIds) : queueIds!
    const queues = counts ? chosen.filter(id => (counts.get(id)?.[status] ?? 0) > 0) : chosen
    // The viewer's own closed tickets of other queues may be many; the
    // closed tab leaves them out, too.
    const isOwn = seen !== null && status !== 'pending' && (status !== 'closed' || !queueIds)
    return [...queues.map((id): ListPartition => ({ index: 'byQueue', status, id })), ...(isOwn ? [own] : [])]
  })
}

async function partitionsOfIndex(
  companyId: string,
  viewer: Viewer,
  view: string,
  { filter, mine }: IndexPlan,
): Promise<ListPartition[]> {
  const own: ListPartition = { index: 'inView', view, by: 'user', id: viewer.userId }
  if (mine) return [own]
  const seen = queuesSeen(viewer)
  if (!seen) return [{ index: 'inView', view, by: 'all' }]
  const queues = among(seen, filter.queueIds ?? null)
  const byQueue = (ids: readonly string[]) => [
    ...ids.map((id): ListPartition => ({ index: 'inView', view, by: 'queue', id })),
    own,
  ]
  const whole: ListPartition = { index: 'inView', view, by: 'all' }
  if (queues.length <= FEW_QUEUES) return byQueue(queues)
  // Most of many queues have no such ticket.
  const counts = await viewCountsByQueue(companyId)
  const countOf = (id: string) => counts.get(id)?.[view] ?? 0
  const sum = (ids: Iterable<string>) => [...ids].reduce((total, id) => total + countOf(id), 0)
  const filled = queues.filter(id => countOf(id) > 0)
  return filled.length > FEW_QUEUES && sum(filled) >= MOST * sum(counts.keys()) ? [whole] : byQueue(filled)
}

const isOfQueue = (partition: ListPartition): boolean =>
  partition.index === 'byQueue' || (partition.index === 'inView' && partition.by === 'queue')

/**
 * Reads a page of a view, newest first: half a read unit per partition and per 4 KB of rows, and
 * nothing but rows of the view, however many tickets the company has. Over more than twelve queues
 * it looks through those of all queues, and a page that its read units do not fill is shorter, says
 * so and continues. Throws ERR_INVALID_CURSOR.
 */
export async function pageOfView(
  companyId: string,
  viewer: Viewer,
  view: Pick<ViewRow, 'id' | 'filter'>,
  options: PageOptions,
): Promise<TicketPage> {
  const plan = planView(view.filter)
  // A filter that cannot be combined any more shows nothing.
  const partitions =
    'refused' in plan
      ? []
      : plan.kind === 'tabs'
        ? await partitionsOfTabs(companyId, viewer, plan)
        : await partitionsOfIndex(companyId, viewer, indexOf(view, NO_ZONE)!.id, plan)
  const range = view.filter.date && rangeOf(view.filter, (await getSettings(companyId)).timezone)
  const list = `view|${viewer.userId}|${view.id}|${JSON.stringify(view.filter)}`
  const isNumbered = options.pageNumber !== undefined && !options.cursor
  const count = partitions.filter(isOfQueue).length
  const isWide = count > MAX_MERGED && !isNumbered
  const units = isWide ? BUDGET_UNITS : MERGED_UNITS
  const budget =
    count > FEW_QUEUES && !isNumbered ? { units: units * Math.max(1, options.limit / USUAL_LIMIT) } : undefined
  const source = mergePartitions(companyId, isWide ? wholeOf(partitions) : partitions, { budget })
  const { rows, hasMore, nextCursor, isShort } = await pageOf(companyId, list, source, {
    ...options,
    budget,
    // Copies of a moment ago, and the viewer's own tickets of other queues.
    accept: ticket =>
      sees(viewer, ticket) && matchesView(view.filter, viewSubject(ticket), { userId: viewer.userId, range }),
  })
  return { tickets: rows, hasMore, nextCursor, ...(isShort && isWide ? { uncombined: 'queueIds' } : {}) }
}

type Counted = Pick<TicketCounts, 'pending' | 'open' | 'closed' | 'snoozed'>
type OwnCounts = Awaited<ReturnType<typeof openTicketsOfUser>>

const sumOf = <Row>(
  rows: ReadonlyMap<string, Row>,
  accept: (queueId: string) => boolean,
  figure: (row: Row) => number,
) =>
  Math.max(
    0,
    [...rows].reduce((sum, [id, row]) => sum + (accept(id) ? figure(row) : 0), 0),
  )

/** Returns a function that counts a view's tickets, as far as its viewer may see them. */
export async function viewCounter(
  companyId: string,
  viewer: Viewer,
  views: readonly Pick<ViewRow, 'filter'>[],
): Promise<(view: Pick<ViewRow, 'filter'>) => number | null> {
  const plans = views.map(({ filter }) => planView(filter))
  const has = (kind: ViewPlan['kind']) => plans.some(plan => 'kind' in plan && plan.kind === kind)
  const none = <Row>() => Promise.resolve(new Map<string, Row>())
  const [tabs, ownTabs, byQueue, own] = await Promise.all([
    has('tabs') ? ticketCountsByQueue(companyId) : none<Counted>(),
    has('tabs') ? openTicketsOfUser(companyId, viewer.userId) : (none() as Promise<OwnCounts>),
    has('index') ? viewCountsByQueue(companyId) : (none() as Promise<ViewCounts>),
    has('index') ? viewCountsOfUser(companyId, viewer.userId) : (none() as Promise<ViewCounts>),
  ])
  const seen = queuesSeen(viewer)
  const isSeen = (queueId: string) => !seen || seen.includes(queueId)
  return view => {
    const plan = planView(view.filter)
    if ('refused' in plan) return null
    if (plan.kind === 'index') {
      const { id } = indexOf(view, NO_ZONE)!
      const figure = (row: Readonly<Record<string, number>>) => row[id] ?? 0
      const mine = sumOf(own, queueId => plan.mine || !isSeen(queueId), figure)
      return plan.mine ? mine : mine + sumOf(byQueue, isSeen, figure)
    }
    const { statuses, queueIds, mine } = plan
    const isChosen = (queueId: string) => !queueIds || queueIds.includes(queueId)
    // Nobody's closed tickets are counted by user.
    if (mine && statuses.includes('closed')) return null
    return statuses.reduce((sum, status) => {
      const figure = (row: Partial<Counted>) =>
        status === 'open' ? (row.open ?? 0) - (row.snoozed ?? 0) : (row[status] ?? 0)
      const isElsewhere = (queueId: string) => isChosen(queueId) && (mine || !isSeen(queueId))
      const others = mine ? 0 : sumOf(tabs, queueId => isChosen(queueId) && isSeen(queueId), figure)
      return sum + others + sumOf(ownTabs, isElsewhere, figure)
    }, 0)
  }
}
