import { requireRun, showRun } from '../../../data/automation/prompt-run.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const getRun: Operations['promptRuns']['get'] = async (ctx, { params: { id, runId } }) => {
  await requirePrompt(ctx, id)
  return showRun(await requireRun(ctx.companyId, id, runId))
}
