/**
 * Indexes of views: each holds a copy of every ticket that matches a filter (decision 0092). Views
 * with one filter share one, and an index exists while a view needs it, so none is created or
 * deleted by itself. A ticket's row says in which it is.
 */
import { createHash } from 'node:crypto'
import type { ViewFilter } from '@balcao/shared/entities/view.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { matchesView, type ViewRange, type ViewSubject } from '@balcao/shared/rules/views/matches-view.ts'
import { planView } from '@balcao/shared/rules/views/plan-view.ts'
import { configurationVersion, hasViews } from '../company/configuration-version.ts'
import { readSettings } from '../company/setting.ts'
import { shownValue } from '../fields/field-values.ts'
import { cacheFor } from '../table/short-cache.ts'
import { everyRow } from '../table/small-list.ts'
import { isSnoozed, type TicketRow } from '../tickets/ticket-row.ts'
import { VIEWS, type ViewRow } from './view.ts'

/**
 * Maximum number of indexes per company: each that a ticket is in costs a write with each message.
 */
export const MAX_VIEW_INDEXES = 20

export type ViewIndex = {
  id: string
  filter: ViewFilter
  range: ViewRange | undefined
  /** False while tickets from before it are being entered. */
  ready: boolean
}

/** Returns the id of the index of a planned filter: the same for equal ones. */
const idOf = (filter: ViewFilter): string =>
  createHash('sha256').update(JSON.stringify(filter)).digest('hex').slice(0, 10)

type IndexedView = Pick<ViewRow, 'filter'> & Partial<Pick<ViewRow, 'ready'>>

/** Returns the index that a view needs; undefined if the indexes of the tabs answer it. */
export function indexOf({ filter, ready = false }: IndexedView, timeZone: string): ViewIndex | undefined {
  const plan = planView(filter)
  if ('refused' in plan || plan.kind === 'tabs') return undefined
  return { id: idOf(plan.filter), filter: plan.filter, range: rangeOf(plan.filter, timeZone), ready }
}

/** Returns the moments of a filter's days. */
export const rangeOf = ({ date }: ViewFilter, timeZone: string): ViewRange | undefined =>
  date && dayRange(date.from ?? '2001-09-09', date.to ?? '2286-11-20', timeZone)

/** Returns the different indexes that views need. */
export function indexesOf(views: readonly IndexedView[], timeZone: string): ViewIndex[] {
  const indexes = views.flatMap(view => indexOf(view, timeZone) ?? [])
  const ready = new Set(indexes.flatMap(index => (index.ready ? [index.id] : [])))
  return [...new Map(indexes.map(index => [index.id, { ...index, ready: ready.has(index.id) }])).values()]
}

const NONE: readonly ViewIndex[] = []

/** Time (ms) for which indexes are cached; the cache holds for one version of the configuration. */
const LIFETIME_MS = 5000

const cached = cacheFor<readonly ViewIndex[]>(LIFETIME_MS)

/** Returns the indexes of a company's views; none, without a read, if it has no view. */
export async function viewIndexesOf(companyId: string): Promise<readonly ViewIndex[]> {
  if (!(await hasViews(companyId))) return NONE
  const version = await configurationVersion(companyId)
  return cached.get(`${companyId}#${version}`, async () => {
    const [views, settings] = await Promise.all([
      everyRow(companyId, VIEWS, { consistent: true }),
      readSettings(companyId),
    ])
    return indexesOf(views, settings.timezone)
  })
}

export const viewSubject = (ticket: TicketRow): ViewSubject => ({
  status: ticket.status,
  isSnoozed: isSnoozed(ticket),
  queueId: ticket.queue?.id ?? null,
  userId: ticket.user?.id ?? null,
  tagIds: ticket.tags.map(({ id }) => id),
  contactTagIds: ticket.contact.tags ?? [],
  priority: ticket.priority ?? 'none',
  isUnread: ticket.unreadMessages > 0,
  isReferred: !!ticket.referral,
  goals: ticket.goals ?? [],
  fields: Object.fromEntries(Object.entries(ticket.fields ?? {}).map(([id, value]) => [id, shownValue(value)])),
  createdAt: ticket.createdAt,
})

/** Returns the ids of the indexes that a ticket belongs in. */
export function indexesWith(indexes: readonly ViewIndex[], ticket: TicketRow): readonly string[] {
  if (indexes.length === 0) return []
  const subject = viewSubject(ticket)
  return indexes
    .filter(({ filter, range }) => matchesView(filter, subject, { userId: undefined, range }))
    .map(({ id }) => id)
    .sort()
}

/** Returns whether a ticket is in exactly these indexes. */
export const isInIndexes = (ids: readonly string[], { views = [] }: Pick<TicketRow, 'views'>): boolean =>
  ids.length === views.length && ids.every((id, i) => id === views[i])

/** Returns the row of a ticket that is about to be written, with the indexes it belongs in. */
export function withViews(indexes: readonly ViewIndex[], ticket: TicketRow): TicketRow {
  const views = indexesWith(indexes, ticket)
  return isInIndexes(views, ticket) ? ticket : { ...ticket, views }
}
