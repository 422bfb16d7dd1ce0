import { pageOfRuns, showRun } from '../../../data/automation/prompt-run.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const listRuns: Operations['promptRuns']['list'] = async (ctx, { params: { id }, query }) => {
  await requirePrompt(ctx, id)
  const { rows, hasMore, nextCursor } = await pageOfRuns(ctx.companyId, id, query)
  return { runs: await Promise.all(rows.map(showRun)), hasMore, nextCursor }
}
