import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { changeDataImport, type DataImportRow, showDataImport } from '../../../data/imports/data-import.ts'
import { type NewJob, newJob } from '../../../data/jobs/job.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { UserContext } from '../../../http/context.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import { requireNoneUnderWay } from './require-import.ts'

type ImportJob = Extract<NewJob, { kind: 'dataImport' | 'dataImportRemoval' }>
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
  await requireNoneUnderWay(companyId)
  const { id, name } = await requireUser(companyId, actor.userId)
  audit({ name: row.fileName })
  const { job, writes } = newJob(companyId, { ...given, user: { id, name }, subject: row.fileName })
  const changed = await changeDataImport(
    companyId,
    row,
    { ...set, jobId: job.id, error: null, endedAt: null, pace: null },
    writes,
  )
  if (!changed) throw new AppError('ERR_CONFLICT')
  await beginJob(job)
  await publishDataImport(companyId, changed)
  return showDataImport(changed)
}
