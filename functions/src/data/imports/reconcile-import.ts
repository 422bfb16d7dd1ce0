import { isEnded } from '@balcao/shared/entities/job.ts'
import { getJob } from '../jobs/job.ts'
import { changeDataImport, type DataImportRow, UNDER_WAY } from './data-import.ts'

/** Time (ms) for which a command may say nothing before its import counts as interrupted. */
const SILENT_MS = 5 * 60_000

/** Returns an import as it is: one whose job was given up, or whose command died, has failed. */
export async function reconcileImport(companyId: string, row: DataImportRow): Promise<DataImportRow> {
  if (!UNDER_WAY.includes(row.state)) return row
  const isAlive =
    row.jobId === null
      ? Date.now() - Date.parse(row.updatedAt) < SILENT_MS
      : await getJob(companyId, row.jobId, true).then(job => job !== undefined && !isEnded(job.status))
  if (isAlive) return row
  const failed = await changeDataImport(companyId, row, {
    state: 'failed',
    error: { code: 'ERR_JOB_FAILED', line: null, detail: 'the job ended before its end' },
    endedAt: new Date().toISOString(),
    pace: null,
  })
  return failed ?? row
}
