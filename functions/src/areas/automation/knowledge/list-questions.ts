import { pageOfQuestions, showQuestion } from '../../../data/automation/knowledge-question.ts'
import type { Operations } from '../operations.ts'

export const listQuestions: Operations['knowledge']['questions'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfQuestions(companyId, query)
  return { questions: rows.map(showQuestion), hasMore, nextCursor }
}
