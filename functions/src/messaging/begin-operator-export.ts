import { newId } from '@balcao/shared/ids.ts'
import { recordAudit } from '../data/account/audit.ts'
import { type JobRow, NO_EXPORT, newJob } from '../data/jobs/job.ts'
import { transact } from '../data/table/transact.ts'
import { enqueueStep } from './begin-job.ts'

/**
 * Begins the export of a company for the operator of the installation. The company's admins see it
 * in the list of jobs and in the audit log.
 */
export async function beginOperatorExport(companyId: string): Promise<JobRow> {
  const { job, writes } = newJob(companyId, {
    kind: 'companyExport',
    user: { id: newId(), name: 'Operação' },
    state: NO_EXPORT,
  })
  await transact(writes)
  await recordAudit(companyId, { action: 'company.export', name: job.user.name })
  await enqueueStep(job)
  return job
}
