import { AppError } from '@balcao/shared/errors.ts'
import { toolsIn } from '../../../bots/prompt/judge-result.ts'
import { changeCase, requireCase, showCase } from '../../../data/automation/prompt-case.ts'
import { requireRun, turnsOf } from '../../../data/automation/prompt-run.ts'
import type { Operations } from '../operations.ts'
import { authorOf, requirePrompt } from './require-prompt.ts'

/** Keeps somebody's judgement of a result, with what later results are compared with. */
export const markCase: Operations['promptCases']['mark'] = async (ctx, { params: { id, caseId }, body }) => {
  const { companyId } = ctx
  const { value, runId, versionId } = body
  const [, by] = await Promise.all([requirePrompt(ctx, id), authorOf(ctx)])
  const before = await requireCase(companyId, id, caseId)
  const { versions } = await requireRun(companyId, id, runId)
  const place = versions.findIndex(version => version.id === versionId)
  if (place < 0) throw new AppError('ERR_NO_PROMPT_VERSION_FOUND')
  if (value === null) return showCase(await changeCase(before, { mark: null }))
  const turns = await turnsOf(companyId, runId, caseId, String(place))
  const result = turns.at(-1)?.result
  if (!result) throw new AppError('ERR_PROMPT_RESULT_MISSING')
  const { number } = versions[place]!
  const mark = { value, runId, versionId, number, tools: toolsIn(turns), by, at: new Date().toISOString() }
  return showCase(await changeCase(before, { mark, markedDigest: result.digest }))
}
