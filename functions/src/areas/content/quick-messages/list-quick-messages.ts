import { visibleQuickMessages } from '../../../data/content/quick-message.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'
import { shown } from './own-quick-message.ts'

/** Lists quick messages, searched by shortcode and text; `userId` narrows what the caller sees. */
export const listQuickMessages: Operations['quickMessages']['list'] = async ({ companyId, actor }, { query }) => {
  const { userId, ...options } = query
  const all = await visibleQuickMessages(companyId, actor.userId)
  const { rows, hasMore, nextCursor } = await pageOfMatches(
    companyId,
    `quickMessage|${actor.userId}|${userId ?? ''}`,
    all.filter(row => userId === undefined || row.userId === userId),
    ({ shortcode, message }) => `${shortcode} ${message}`,
    options,
  )
  return { records: await Promise.all(rows.map(shown)), hasMore, nextCursor }
}

/** Lists all quick messages that the caller sees: the composer offers them. */
export const listAllQuickMessages: Operations['quickMessages']['listAll'] = async (ctx, { query }) => {
  const all = await visibleQuickMessages(ctx.companyId, ctx.actor.userId)
  return Promise.all((await plainRows(ctx, `quickMessages|${ctx.actor.userId}`, all, query)).map(shown))
}
