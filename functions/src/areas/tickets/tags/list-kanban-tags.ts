import { fromRows, pageOf } from '../../../data/table/page.ts'
import { kanbanTags } from '../../../data/tickets/tag.ts'
import type { Operations } from '../operations.ts'

/** Maximum number of columns: more than any board has, so they come in one answer. */
const MAX_COLUMNS = 500

export const listKanbanTags: Operations['tags']['kanban'] = async ({ companyId }, { query: { cursor } }) => {
  const columns = fromRows(await kanbanTags(companyId), tag => tag.id)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, 'kanban-tags', columns, { limit: MAX_COLUMNS, cursor })
  return { lista: rows, hasMore, nextCursor }
}
