import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { changeDataImport, type DataImportRow, showDataImport } from '../../../data/imports/data-import.ts'
import { requireNoneUnderWay } from '../../../data/imports/require-none-under-way.ts'
import { type NewJob, newJob } from '../../../data/jobs/job.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'

type ImportJob = Extract<NewJob, { kind: 'dataReading' | 'dataImport' | 'dataImportRemoval' }>
type Given = ImportJob extends infer Each ? (Each extends ImportJob ? Omit<Each, 'user' | 'subject'> : never) : never

/**
 * Brings an import into a state with the job that works in it, on behalf of the caller.
 * @throws ERR_IMPORT_UNDER_WAY while another one is, ERR_CONFLICT if its state changed since it was
 * read
 */
export async function beginImportJob(
  { companyId, actor, audit }: UserContext,
  row: DataImportRow,
  set: Partial<DataImportRow>,
  given: Given,
): Promise<DataImport> {
  const { id, name } = await requireUser(companyId, actor.userId)
  audit({ name: row.fileName })
  const { job, writes } = newJob(companyId, { ...given, user: { id, name }, subject: row.fileName })
  const begun = { ...set, jobId: job.id, error: null, endedAt: null, pace: null }
  const changed = await withListLock(companyId, 'dataImport', async lock => {
    await requireNoneUnderWay(companyId)
    return changeDataImport(companyId, row, begun, [...writes, lock])
  })
  if (!changed) throw new AppError('ERR_CONFLICT')
  await beginJob(job)
  await publishDataImport(companyId, changed)
  return showDataImport(changed)
}
