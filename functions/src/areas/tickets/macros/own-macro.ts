import { createHash } from 'node:crypto'
import { mayAccess } from '@balcao/shared/access.ts'
import type { Macro } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { actionNames } from '../../../actions/action-names.ts'
import { type MacroRow, requireVisibleMacro } from '../../../data/actions/macro.ts'
import type { UserContext } from '../../../http/context.ts'
import type { Audience } from '../../../realtime/recipients.ts'

/** Returns the wire form of macros, with the names of what their actions name. */
export async function shownMacros(companyId: string, rows: readonly MacroRow[]): Promise<Macro[]> {
  const name = actionNames(companyId)
  return Promise.all(rows.map(async row => ({ ...row, actions: await Promise.all(row.actions.map(name)) })))
}

export const shownMacro = async (companyId: string, row: MacroRow): Promise<Macro> =>
  (await shownMacros(companyId, [row]))[0]!

/**
 * Requires an admin to make, change or withdraw a macro for all.
 * @throws ERR_NO_PERMISSION
 */
export function assertMayShare(shared: boolean, { actor }: UserContext): void {
  if (shared && !mayAccess('admin', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Returns a macro that the caller may change.
 * @throws ERR_NO_MACRO_FOUND for one they do not see, ERR_NO_PERMISSION
 */
export async function requireOwnMacro(ctx: UserContext, id: string): Promise<MacroRow> {
  const row = await requireVisibleMacro(ctx.companyId, id, ctx.actor.userId)
  assertMayShare(row.shared, ctx)
  return row
}

/**
 * Returns the audience of a macro: its author, or everyone when it is, or was just now, for all.
 */
export const audienceOf = (row: MacroRow, isForAll = row.shared): Audience =>
  isForAll ? {} : { userIds: [row.userId] }

/** Returns the key of a run: a person's keys are their own. */
export const runKey = ({ actor }: UserContext, key: string): string =>
  createHash('sha256').update(`macro|${actor.userId}|${key}`).digest('base64url')
