import type { ViewFilter, ViewPart, ViewStatus } from '../../entities/view.ts'
import { VIEW_STATUSES } from '../../entities/view.ts'

/**
 * Plan by which the tickets of a view are found. `tabs`: the indexes of the tabs answer it, by
 * status, queue and user. `index`: the tickets that match `filter` are kept in an index of their
 * own, in partitions by queue and user. `mine`: only the viewer's tickets are read from it.
 */
export type ViewPlan =
  | { kind: 'tabs'; statuses: readonly ViewStatus[]; queueIds: readonly string[] | null; mine: boolean }
  | { kind: 'index'; filter: ViewFilter; mine: boolean }

/** Part of a filter that cannot be combined with the others. */
export type RefusedPart = { refused: ViewPart }

/** Number of queues up to which a view reads a partition of the tabs for each. */
const FEW_QUEUES = 8

const NARROW_PARTS = ['tags', 'contactTags', 'fields', 'origin', 'unread', 'date'] as const

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Returns a list without repetitions in its order, or an object with its properties in theirs. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value)].sort()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Returns a filter without empty parts, its lists and parts in order: equal filters become equal.
 */
export function tidyFilter(filter: ViewFilter): ViewFilter {
  const parts = Object.entries(filter)
    .filter(([, value]) => !isEmpty(value))
    .map(([part, value]): [string, unknown] => [part, inOrder(value)])
  return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1))) as ViewFilter
}

/**
 * Returns whether the filter, beside its status, matches few of the closed tickets, which only ever
 * become more: all of them would fill the index.
 */
const isNarrow = (filter: ViewFilter): boolean =>
  NARROW_PARTS.some(part => filter[part] !== undefined) ||
  (filter.priority !== undefined && !filter.priority.includes('none')) ||
  (filter.users !== undefined && !filter.users.includes('none')) ||
  (filter.goal !== undefined && filter.goal !== 'met')

const includesClosed = ({ status }: ViewFilter): boolean => !status || status.includes('closed')

const ONLY_TABS = new Set<string>(['status', 'queueIds'] satisfies ViewPart[])

/**
 * Returns how a view with this filter is answered, or which part of it cannot be combined:
 * `me` beside other users; closed tickets without a part that leaves few of them.
 */
export function planView(given: ViewFilter): ViewPlan | RefusedPart {
  const { users, ...rest } = tidyFilter(given)
  const mine = users?.includes('me') ?? false
  if (mine && users!.length > 1) return { refused: 'users' }
  const filter: ViewFilter = mine || !users ? rest : tidyFilter({ ...rest, users })
  const statuses = filter.status ?? VIEW_STATUSES
  const isOfTabs = Object.keys(filter).every(part => ONLY_TABS.has(part))
  if (isOfTabs && mine && !filter.queueIds) return { kind: 'tabs', statuses, queueIds: null, mine }
  if (isOfTabs && !mine && statuses.length === 1 && (filter.queueIds?.length ?? 0) <= FEW_QUEUES)
    return { kind: 'tabs', statuses, queueIds: filter.queueIds ?? null, mine }
  if (includesClosed(filter) && !isNarrow(filter)) return { refused: 'status' }
  return { kind: 'index', filter, mine }
}
