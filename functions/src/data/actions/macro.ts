/** Macros, in lists by visibility: one for all, and one per user. */
import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { normalizeName } from '../table/normalize.ts'
import { deleteRowsOf, everyRow, requireRow, type SmallList, type SmallRow } from '../table/small-list.ts'

export type MacroRow = SmallRow & { name: string; shared: boolean; userId: string; actions: Action[] }

/** List with the macros for all. */
const SHARED = 'shared'

export const MACROS: SmallList<MacroRow> = {
  kind: 'macro',
  missing: 'ERR_NO_MACRO_FOUND',
  text: row => row.name,
  unique: () => ({}),
  taken: {},
  owner: row => (row.shared ? SHARED : row.userId),
}

/** Returns the macros that a user sees, by name; eventually consistent. */
export async function visibleMacros(companyId: string, userId: string): Promise<MacroRow[]> {
  const lists = await Promise.all([SHARED, userId].map(of => everyRow(companyId, MACROS, { of })))
  const rows = lists.flat().map(row => ({ row, text: normalizeName(row.name) }))
  return rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ row }) => row)
}

/** Returns a macro that the user sees. Throws ERR_NO_MACRO_FOUND. */
export async function requireVisibleMacro(companyId: string, id: string, userId: string): Promise<MacroRow> {
  const row = await requireRow(companyId, MACROS, id, true)
  if (!row.shared && row.userId !== userId) throw new AppError('ERR_NO_MACRO_FOUND')
  return row
}

/** Deletes the private macros of a deleted user. */
export const deleteMacrosOf = (companyId: string, userId: string): Promise<void> =>
  deleteRowsOf(companyId, MACROS, userId)
