import { AppError } from '@balcao/shared/errors.ts'
import { MACROS } from '../../../data/actions/macro.ts'
import { deleteRow } from '../../../data/table/small-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { audienceOf, requireOwnMacro } from './own-macro.ts'

/** Deletes a macro; one that is gone, or that the caller never saw, is no error. */
export const removeMacro: Operations['macros']['remove'] = async (ctx, { params: { id } }) => {
  const row = await requireOwnMacro(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_NO_MACRO_FOUND') return undefined
    throw error
  })
  if (!row || !(await deleteRow(ctx.companyId, MACROS, row))) return
  ctx.audit({ name: row.name })
  await publishRowDeleted(ctx.companyId, 'macro', id, audienceOf(row))
}
