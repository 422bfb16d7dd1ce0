import type { Job } from '@balcao/shared/entities/job.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { toWireJob } from '../../../data/jobs/wire.ts'
import type { UserContext } from '../../../http/context.ts'

/**
 * Returns a job as the caller may see it: support sees that there is an archive of the company,
 * without its link.
 */
export async function jobFor({ actor }: UserContext, row: JobRow): Promise<Job> {
  const job = await toWireJob(row)
  if (!actor.support || job.kind !== 'companyExport' || !job.result?.file) return job
  return { ...job, result: { ...job.result, file: { ...job.result.file, url: null } } }
}
