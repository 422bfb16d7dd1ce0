import { pageOfMatches } from '../../../data/table/page.ts'
import { visibleViews } from '../../../data/views/view.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { shownViews } from './own-view.ts'

export const listViews: Operations['views']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const { viewer } = await callerOf(ctx)
  const all = await visibleViews(companyId, viewer)
  const list = `view|${viewer.userId}`
  const { rows, hasMore, nextCursor } = await pageOfMatches(companyId, list, all, ({ name }) => name, query)
  return { views: await shownViews(companyId, viewer, rows), hasMore, nextCursor }
}

/** Lists all views that the caller has: the tabs of the list show them with their counts. */
export const listAllViews: Operations['views']['listAll'] = async (ctx, { query }) => {
  const { viewer } = await callerOf(ctx)
  const rows = await plainRows(ctx, `views|${viewer.userId}`, await visibleViews(ctx.companyId, viewer), query)
  return shownViews(ctx.companyId, viewer, rows)
}
