import { type PromptRunRow, runWrite, turnWrite } from '@balcao/functions/data/automation/prompt-run.ts'
import { transact } from '@balcao/functions/data/table/transact.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { TestCompany } from './harness.ts'

/** Stores a test run that has ended, of one case with one version. @returns its id */
export async function makePromptRun(
  { id: companyId, admin }: TestCompany,
  promptId: string,
  version: { id: string; number: number },
  testCase: { id: string; name: string },
): Promise<string> {
  const run: PromptRunRow = {
    ...{ companyId, promptId, id: newId(), version: 1, isDone: true },
    versions: [{ id: version.id, number: version.number }],
    cases: [{ id: testCase.id, name: testCase.name }],
    results: [{ caseId: testCase.id, versionId: version.id, passed: true }],
    user: { id: admin.user.id, name: admin.user.name },
    createdAt: new Date().toISOString(),
  }
  const turn = turnWrite({
    ...{ companyId, runId: run.id, caseId: testCase.id, place: '0', turn: '00' },
    ...{ said: 'Quanto é?', answer: 'É grátis.', calls: [], handsOver: null, next: null },
    result: { passed: true, why: [], digest: '0' },
  })
  await transact([runWrite(run), turn])
  return run.id
}
