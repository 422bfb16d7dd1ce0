import { AppError } from '@balcao/shared/errors.ts'
import { countViews } from '../../../data/company/configuration-version.ts'
import { deleteRow } from '../../../data/table/small-list.ts'
import { VIEWS } from '../../../data/views/view.ts'
import { followViews } from '../../../messaging/follow-views.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { viewAudience } from '../../../messaging/view-audience.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { requireOwnView } from './own-view.ts'

/** Deletes a view; one that is gone, or that the caller never had, is no error. */
export const removeView: Operations['views']['remove'] = async (ctx, { params: { id } }) => {
  const { companyId } = ctx
  const { viewer } = await callerOf(ctx)
  const row = await requireOwnView(ctx, viewer, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_NO_VIEW_FOUND') return undefined
    throw error
  })
  if (!row) return
  const writes = [countViews(companyId, -1), ...(await followViews(companyId, [row], []))]
  if (!(await deleteRow(companyId, VIEWS, row, { writes }))) return
  ctx.audit({ name: row.name })
  await publishRowDeleted(companyId, 'view', id, viewAudience(row))
}
