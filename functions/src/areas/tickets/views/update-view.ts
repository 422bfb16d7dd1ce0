import { countViews } from '../../../data/company/configuration-version.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
import { changeRow } from '../../../data/table/small-list.ts'
import type { Write } from '../../../data/table/transact.ts'
import { VIEWS } from '../../../data/views/view.ts'
import { followViews } from '../../../messaging/follow-views.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { viewAudience } from '../../../messaging/view-audience.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { assertMayShare, requireAnswered, requireFields, requireNamed, requireOwnView, shownView } from './own-view.ts'

/** Updates a view. One that is no longer shared belongs to whoever withdrew it. */
export const updateView: Operations['views']['update'] = async (ctx, { params, body }) => {
  const { companyId, actor } = ctx
  const { viewer } = await callerOf(ctx)
  const before = await requireOwnView(ctx, viewer, params.id)
  const after = { ...before, ...definedFields(body) }
  assertMayShare(after.shared, ctx)
  await requireNamed(companyId, after.filter, before.filter)
  await requireFields(companyId, after.filter, before.filter)
  await requireNamed(companyId, { queueIds: after.queueIds }, { queueIds: before.queueIds })
  const { filter } = body
  const change = async (ready: boolean, locks: readonly Write[]) => {
    const follow = await followViews(companyId, [before], [{ ...after, ready }])
    return changeRow(
      companyId,
      VIEWS,
      before,
      {
        ...body,
        queueIds: after.shared ? after.queueIds : [],
        ready,
        ...(before.shared && !after.shared ? { userId: actor.userId } : {}),
      },
      { writes: [countViews(companyId, 0), ...locks, ...follow] },
    )
  }
  const row = await (filter
    ? withListLock(companyId, 'view', async lock => change(await requireAnswered(ctx, filter, before.id), [lock]))
    : change(before.ready, []))
  await publishRow(companyId, 'view', 'update', row, viewAudience(row, before.shared || row.shared))
  return shownView(companyId, viewer, row)
}
