import { decodeCursor, encodeCursor } from '../../../data/cursor.ts'
import { foldName } from '../../../data/fold.ts'
import { listTags as every } from '../../../data/tag.ts'
import type { Operations } from '../operations.ts'

/** A company has some hundreds of tags at most, so a page is cut from all of them. */
export const listTags: Operations['tags']['list'] = async ({ companyId }, { query }) => {
  const { searchParam, limit, cursor, pageNumber = 1 } = query
  const wanted = foldName(searchParam)
  const list = `tags|${wanted}`
  const tags = (await every(companyId)).filter(tag => foldName(tag.name).includes(wanted))
  const after = cursor ? decodeCursor<string>(companyId, list, cursor) : undefined
  const start = after === undefined ? (pageNumber - 1) * limit : tags.filter(tag => foldName(tag.name) <= after).length
  const page = tags.slice(start, start + limit)
  const hasMore = tags.length > start + limit
  const last = page.at(-1)
  return {
    tags: page,
    hasMore,
    nextCursor: hasMore && last ? encodeCursor(companyId, list, foldName(last.name)) : null,
  }
}

export const listAllTags: Operations['tags']['listAll'] = ({ companyId }) => every(companyId)
