import { AppError } from '@balcao/shared/errors.ts'
import { changeDataImport, showDataImport } from '../../../data/imports/data-import.ts'
import { stopJob } from '../../../data/jobs/job.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import { publishJob } from '../../../messaging/publish-job.ts'
import type { Operations } from '../operations.ts'
import { requireImport } from './require-import.ts'

/** Stops an import that is read or written, or drops one that is ready. */
export const cancelImport: Operations['imports']['cancel'] = async ({ companyId, audit }, { params }) => {
  const row = await requireImport(companyId, params.id)
  if (row.state === 'cancelled') return showDataImport(row)
  if (row.state !== 'reading' && row.state !== 'ready' && row.state !== 'running')
    throw new AppError('ERR_IMPORT_STATE')
  const cancelled = await changeDataImport(companyId, row, {
    state: 'cancelled',
    endedAt: new Date().toISOString(),
    pace: null,
  })
  if (!cancelled) throw new AppError('ERR_CONFLICT')
  if (row.jobId) {
    const job = await stopJob(companyId, row.jobId)
    if (job) await publishJob(job)
  }
  audit({ name: row.fileName })
  await publishDataImport(companyId, cancelled)
  return showDataImport(cancelled)
}
