import { requireVisibleView } from '../../../data/views/view.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { shownView } from './own-view.ts'

export const getView: Operations['views']['get'] = async (ctx, { params }) => {
  const { viewer } = await callerOf(ctx)
  return shownView(ctx.companyId, viewer, await requireVisibleView(ctx.companyId, params.id, viewer))
}
