import { visibleMacros } from '../../../data/actions/macro.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'
import { shownMacros } from './own-macro.ts'

export const listMacros: Operations['macros']['list'] = async ({ companyId, actor }, { query }) => {
  const all = await visibleMacros(companyId, actor.userId)
  const list = `macro|${actor.userId}`
  const { rows, hasMore, nextCursor } = await pageOfMatches(companyId, list, all, ({ name }) => name, query)
  return { macros: await shownMacros(companyId, rows), hasMore, nextCursor }
}

/** Lists all macros that the caller sees: the conversation offers them. */
export const listAllMacros: Operations['macros']['listAll'] = async (ctx, { query }) => {
  const all = await visibleMacros(ctx.companyId, ctx.actor.userId)
  return shownMacros(ctx.companyId, await plainRows(ctx, `macros|${ctx.actor.userId}`, all, query))
}
