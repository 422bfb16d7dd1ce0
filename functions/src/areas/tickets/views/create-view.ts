import { countViews } from '../../../data/company/configuration-version.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { userExists } from '../../../data/team/user.ts'
import { VIEWS, type ViewRow } from '../../../data/views/view.ts'
import { followViews } from '../../../messaging/follow-views.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { viewAudience } from '../../../messaging/view-audience.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { assertMayShare, requireAnswered, requireFields, requireNamed, shownView } from './own-view.ts'

export const createView: Operations['views']['create'] = async (ctx, { body }) => {
  const { companyId, actor } = ctx
  assertMayShare(body.shared, ctx)
  const { viewer } = await callerOf(ctx)
  await requireNamed(companyId, body.filter)
  await requireFields(companyId, body.filter)
  await requireNamed(companyId, { queueIds: body.queueIds })
  const queueIds = body.shared ? body.queueIds : []
  const row = await withListLock(companyId, 'view', async lock => {
    const ready = await requireAnswered(ctx, body.filter)
    const made = newRow<ViewRow>({ ...body, queueIds, userId: actor.userId, ready })
    const follow = await followViews(companyId, [], [made])
    return createRow(companyId, VIEWS, made, {
      writes: [userExists(companyId, actor.userId), countViews(companyId, 1), lock, ...follow],
      refusals: { user: 'ERR_UNAUTHORIZED' },
    })
  })
  await publishRow(companyId, 'view', 'create', row, viewAudience(row))
  return shownView(companyId, viewer, row)
}
