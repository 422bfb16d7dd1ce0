/** Views, in lists by visibility: the shared ones, and those of each user. */
import type { View } from '@balcao/shared/entities/view.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { mayHaveView, type ViewOwner } from '@balcao/shared/rules/views/may-have-view.ts'
import { countViews } from '../company/configuration-version.ts'
import { normalizeName } from '../table/normalize.ts'
import { deleteRow, everyRow, requireRow, type SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

/** View as stored; the count is its reader's own. */
export type ViewRow = Omit<View, 'count'>

/** Maximum number of views per company: a change of them reads all. */
export const MAX_VIEWS = 1000

/** List with the shared views. */
const SHARED = 'shared'

export const VIEWS: SmallList<ViewRow> = {
  kind: 'view',
  missing: 'ERR_NO_VIEW_FOUND',
  text: row => row.name,
  unique: () => ({}),
  taken: {},
  owner: row => (row.shared ? SHARED : row.userId),
}

/** Returns the views that a viewer has, by name; eventually consistent. */
export async function visibleViews(companyId: string, viewer: ViewOwner): Promise<ViewRow[]> {
  const lists = await Promise.all([SHARED, viewer.userId].map(of => everyRow(companyId, VIEWS, { of })))
  return lists
    .flat()
    .filter(row => mayHaveView(row, viewer))
    .map(row => ({ row, text: normalizeName(row.name) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ row }) => row)
}

/** Returns a view that the viewer has. Throws ERR_NO_VIEW_FOUND. */
export async function requireVisibleView(companyId: string, id: string, viewer: ViewOwner): Promise<ViewRow> {
  const row = await requireRow(companyId, VIEWS, id)
  if (!mayHaveView(row, viewer)) throw new AppError('ERR_NO_VIEW_FOUND')
  return row
}

/** Deletes the private views of a deleted user, each together with the writes that follow from it. */
export async function deleteViewsOf(
  companyId: string,
  userId: string,
  follow: (row: ViewRow) => Promise<Write[]>,
): Promise<void> {
  for (const row of await everyRow(companyId, VIEWS, { of: userId }))
    await deleteRow(companyId, VIEWS, row, { writes: [countViews(companyId, -1), ...(await follow(row))] })
}
