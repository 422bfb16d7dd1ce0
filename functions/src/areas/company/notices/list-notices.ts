import { pageOf, type Source } from '../../../data/table/page.ts'
import { noticesOf } from '../../../data/tickets/notice.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'
import { seenNotices } from './seen-notices.ts'

export const listNotices: Operations['notices']['list'] = async (ctx, { query }) => {
  const { companyId, actor } = ctx
  const { viewer } = await callerOf(ctx)
  type Shown = Awaited<ReturnType<typeof seenNotices>>[number]
  const stored = noticesOf(companyId, actor.userId)
  const source: Source<Shown> = async (wanted, from) => {
    const slice = await stored(wanted, from)
    const seen = await seenNotices(
      companyId,
      viewer,
      slice.rows.map(({ row }) => row),
    )
    return { ...slice, rows: slice.rows.map((found, i) => ({ ...found, row: seen[i] })) }
  }
  const accept = (row: Shown) => row !== undefined
  const page = await pageOf(companyId, `notices|${actor.userId}`, source, { ...query, accept })
  return {
    notices: page.rows.filter(row => row !== undefined),
    hasMore: page.hasMore,
    nextCursor: page.nextCursor,
  }
}
