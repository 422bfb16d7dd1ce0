import { AppError } from '@balcao/shared/errors.ts'
import { requireRun, resultsOf, turnsOf } from '../../../data/automation/prompt-run.ts'
import type { Operations } from '../operations.ts'
import { requirePrompt } from './require-prompt.ts'

export const getResults: Operations['promptRuns']['results'] = async (ctx, { params: { id, runId, caseId } }) => {
  await requirePrompt(ctx, id)
  const run = await requireRun(ctx.companyId, id, runId)
  if (!run.cases.some(each => each.id === caseId)) throw new AppError('ERR_NO_PROMPT_CASE_FOUND')
  return { id: caseId, results: resultsOf(run, await turnsOf(ctx.companyId, runId, caseId)) }
}
