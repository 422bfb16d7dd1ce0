import { foldName } from '../../../data/table/fold.ts'
import { fromRows, pageOf } from '../../../data/table/page.ts'
import { listTags as every } from '../../../data/tickets/tag.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

/** A company has some hundreds of tags at most, so a page is cut from all of them. */
export const listTags: Operations['tags']['list'] = async ({ companyId }, { query }) => {
  const wanted = foldName(query.searchParam)
  const tags = (await every(companyId)).filter(tag => foldName(tag.name).includes(wanted))
  const source = fromRows(tags, tag => tag.id)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, `tags|${wanted}`, source, query)
  return { tags: rows, hasMore, nextCursor }
}

export const listAllTags: Operations['tags']['listAll'] = async (ctx, { query }) =>
  plainRows(ctx, 'tags', await every(ctx.companyId), query)
