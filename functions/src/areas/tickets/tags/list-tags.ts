import { pageOfRows } from '../../../data/table/small-list.ts'
import { listTags as every, TAGS } from '../../../data/tickets/tag.ts'
import { plainRows } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'

export const listTags: Operations['tags']['list'] = async ({ companyId }, { query }) => {
  const { rows, ...page } = await pageOfRows(companyId, TAGS, query)
  return { ...page, tags: rows }
}

export const listAllTags: Operations['tags']['listAll'] = async (ctx, { query }) =>
  plainRows(ctx, 'tags', await every(ctx.companyId), query)
