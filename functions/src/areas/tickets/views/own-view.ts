import { mayAccess } from '@balcao/shared/access.ts'
import { MAX_VIEW_VALUES, type View, type ViewFilter, type ViewPart } from '@balcao/shared/entities/view.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { checkFieldValue } from '@balcao/shared/rules/custom-fields/check-field-value.ts'
import { planView } from '@balcao/shared/rules/views/plan-view.ts'
import type { ValidationCode } from '@balcao/shared/validation/code-texts.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { CUSTOM_FIELDS, fieldAmong } from '../../../data/fields/custom-field.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { getQueue } from '../../../data/team/queue.ts'
import { getUser } from '../../../data/team/user.ts'
import { getTag } from '../../../data/tickets/tag.ts'
import type { Viewer } from '../../../data/tickets/ticket-list.ts'
import { MAX_VIEWS, requireVisibleView, VIEWS, type ViewRow } from '../../../data/views/view.ts'
import { indexesOf, indexOf, MAX_VIEW_INDEXES } from '../../../data/views/view-index.ts'
import { viewCounter } from '../../../data/views/view-page.ts'
import type { UserContext } from '../../../http/context.ts'

/** Returns views with the number of tickets that the viewer sees in each. */
export async function shownViews(companyId: string, viewer: Viewer, rows: readonly ViewRow[]): Promise<View[]> {
  const count = await viewCounter(companyId, viewer, rows)
  return rows.map(row => ({ ...row, count: count(row) }))
}

export const shownView = async (companyId: string, viewer: Viewer, row: ViewRow): Promise<View> =>
  (await shownViews(companyId, viewer, [row]))[0]!

/**
 * Requires a supervisor or an admin to make, change or withdraw a shared view.
 * @throws ERR_NO_PERMISSION
 */
export function assertMayShare(shared: boolean, { actor }: UserContext): void {
  if (shared && !mayAccess('supervisor', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Returns a view that the caller may change.
 * @throws ERR_NO_VIEW_FOUND for one they do not have, ERR_NO_PERMISSION
 */
export async function requireOwnView(ctx: UserContext, viewer: Viewer, id: string): Promise<ViewRow> {
  const row = await requireVisibleView(ctx.companyId, id, viewer)
  assertMayShare(row.shared, ctx)
  return row
}

type Named = Pick<ViewFilter, 'queueIds' | 'users' | 'tags' | 'contactTags'>

/**
 * Requires that what a view names exists, as far as it did not name it before: a view outlives its
 * queues, users and tags.
 * @throws ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_TAG_FOUND
 */
export async function requireNamed(companyId: string, after: Named, before: Named = {}): Promise<void> {
  const lookups = [
    ['queueIds', getQueue, 'ERR_NO_QUEUE_FOUND'],
    ['users', getUser, 'ERR_NO_USER_FOUND'],
    ['tags', getTag, 'ERR_NO_TAG_FOUND'],
    ['contactTags', getTag, 'ERR_NO_TAG_FOUND'],
  ] as const satisfies [keyof Named, unknown, ErrorCode][]
  for (const [part, find, missing] of lookups) {
    const known = new Set<string>(['me', 'none', ...(before[part] ?? [])])
    const ids = [...new Set<string>(after[part] ?? [])].filter(id => !known.has(id)).slice(0, MAX_VIEW_VALUES)
    const found = await Promise.all(ids.map(id => find(companyId, id)))
    if (found.some(row => !row)) throw new AppError(missing)
  }
}

/**
 * Requires that the fields of a filter are of tickets, with values of their types.
 * @throws ERR_NO_FIELD_FOUND, ERR_VIEW_CANNOT_COMBINE for those of
 * contacts and customers, ERR_VALIDATION
 */
export async function requireFields(
  companyId: string,
  { fields: after = {} }: ViewFilter,
  { fields: before = {} }: ViewFilter = {},
): Promise<void> {
  const changed = Object.entries(after).filter(([id, value]) => before[id] !== value)
  if (changed.length === 0) return
  const all = await everyRow(companyId, CUSTOM_FIELDS)
  for (const [id, value] of changed) {
    const field = fieldAmong(all, id)
    if (field.on !== 'ticket') throw cannotCombine('fields')
    const checked = checkFieldValue(field, value)
    const problem =
      'problem' in checked ? checked.problem : checked.value === value ? null : { code: 'invalid' as const }
    if (problem) throw new AppError('ERR_VALIDATION', { details: [{ path: `filter.fields.${id}`, ...problem }] })
  }
}

const cannotCombine = (part: ViewPart): AppError =>
  new AppError('ERR_VIEW_CANNOT_COMBINE', {
    details: [{ path: `filter.${part}`, code: REASONS[part] ?? 'invalid' }],
    data: { part },
  })

const REASONS: Partial<Record<ViewPart, ValidationCode>> = {
  status: 'view_status',
  users: 'view_users',
  fields: 'view_fields',
}

/**
 * Indexes that views of supervisors and admins alone may use, and that
 * each other user's own views may.
 */
const RESERVED = 8
const MAX_OWN_INDEXES = 5

/**
 * Returns whether a view's tickets are already at hand, and requires that they can be. Nobody
 * without the right to share views can use up the company's indexes.
 * @param id of the view that is changed; undefined for a new one
 * @throws ERR_VIEW_CANNOT_COMBINE with the part of the filter, ERR_VIEW_LIMIT
 */
export async function requireAnswered(
  { companyId, actor }: UserContext,
  filter: ViewFilter,
  id?: string,
): Promise<boolean> {
  const plan = planView(filter)
  if ('refused' in plan) throw cannotCombine(plan.refused)
  const [rows, { timezone }] = await Promise.all([
    everyRow(companyId, VIEWS, { consistent: true }),
    getSettings(companyId),
  ])
  if (id === undefined && rows.length >= MAX_VIEWS) throw new AppError('ERR_VIEW_LIMIT')
  const index = indexOf({ filter }, timezone)
  if (!index) return true
  const others = rows.filter(row => row.id !== id)
  const needed = indexesOf(others, timezone)
  if (!needed.some(each => each.id === index.id)) {
    const mayShare = mayAccess('supervisor', actor)
    const own = others.filter(row => !row.shared && row.userId === actor.userId)
    if (needed.length >= MAX_VIEW_INDEXES - (mayShare ? 0 : RESERVED)) throw new AppError('ERR_VIEW_LIMIT')
    if (!mayShare && indexesOf(own, timezone).length >= MAX_OWN_INDEXES) throw new AppError('ERR_VIEW_LIMIT')
  }
  return rows.some(row => row.ready && indexOf(row, timezone)?.id === index.id)
}
