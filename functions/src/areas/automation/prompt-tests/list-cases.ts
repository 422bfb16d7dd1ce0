import { pageOfCases, showCase } from '../../../data/automation/prompt-case.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const listCases: Operations['promptCases']['list'] = async (ctx, { params: { id }, query }) => {
  await requirePrompt(ctx, id)
  const { rows, hasMore, nextCursor } = await pageOfCases(ctx.companyId, id, query)
  return { cases: rows.map(showCase), hasMore, nextCursor }
}
