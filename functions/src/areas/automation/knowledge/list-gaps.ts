import { pageOfGaps } from '../../../data/automation/knowledge-question.ts'
import type { Operations } from '../operations.ts'

export const listGaps: Operations['knowledge']['gaps'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfGaps(companyId, query)
  return { gaps: rows, hasMore, nextCursor }
}
