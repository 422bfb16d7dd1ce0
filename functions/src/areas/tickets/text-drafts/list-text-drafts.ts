import { pageOfTextDrafts } from '../../../data/tickets/text-draft.ts'
import type { Operations } from '../operations.ts'

/** A support session sees nothing of what the admin began. */
export const listTextDrafts: Operations['textDrafts']['list'] = async ({ companyId, actor }, { query }) => {
  if (actor.support) return { drafts: [], hasMore: false, nextCursor: null }
  const { rows, hasMore, nextCursor } = await pageOfTextDrafts(companyId, actor.userId, query)
  return { drafts: rows, hasMore, nextCursor }
}
