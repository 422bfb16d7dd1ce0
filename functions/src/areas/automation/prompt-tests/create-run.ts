import { AppError } from '@balcao/shared/errors.ts'
import { openKey } from '../../../data/automation/prompt.ts'
import { requireCase } from '../../../data/automation/prompt-case.ts'
import { isRunUnderWay, type PromptRunRow, runWrite, showRun } from '../../../data/automation/prompt-run.ts'
import { liveVersion, requireVersion } from '../../../data/automation/prompt-version.ts'
import { spentLimit } from '../../../data/automation/token-use.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
import { rowExists } from '../../../data/table/small-list.ts'
import { transact } from '../../../data/table/transact.ts'
import { beginPromptRun } from '../../../messaging/begin-prompt-run.ts'
import type { Operations } from '../operations.ts'
import { authorOf, requirePrompt } from './require-prompt.ts'

/** Begins a run, in the background: a case with several messages takes longer than a call may. */
export const createRun: Operations['promptRuns']['create'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  const [prompt, user] = await Promise.all([requirePrompt(ctx, id), authorOf(ctx)])
  const [versions, cases] = await Promise.all([
    Promise.all(unique(body.versions ?? [liveVersion(prompt).id]).map(each => requireVersion(companyId, prompt, each))),
    Promise.all(unique(body.caseIds).map(each => requireCase(companyId, id, each))),
  ])
  if (!openKey(companyId, 'apiKey', prompt)) throw new AppError('ERR_PROMPT_KEY_MISSING')
  const limit = await spentLimit(companyId)
  if (limit) throw new AppError(limit)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(row => row.id)
  const { job, writes } = newJob(companyId, {
    kind: 'promptRun',
    user,
    subject: prompt.name,
    total: versions.length * cases.length,
    state: { promptId: id, versions: idsOf(versions), cases: idsOf(cases), at: 0, turn: 0 },
  })
  const run: PromptRunRow = {
    ...{ companyId, promptId: id, id: job.id, version: 1, isDone: false, results: [], user },
    versions: versions.map(({ id: versionId, number }) => ({ id: versionId, number })),
    cases: cases.map(({ id: caseId, name }) => ({ id: caseId, name })),
    createdAt: new Date(job.createdAt).toISOString(),
  }
  await withListLock(companyId, 'promptRun', async lock => {
    if (await isRunUnderWay(companyId, id)) throw new AppError('ERR_PROMPT_RUN_UNDER_WAY')
    await transact([runWrite(run), ...writes, rowExists(companyId, 'prompt', id), lock], {
      prompt: 'ERR_NO_PROMPT_FOUND',
    })
  })
  await beginPromptRun(job)
  return showRun(run)
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]
