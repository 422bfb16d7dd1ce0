import type { JobRow } from '../data/jobs/job.ts'
import { toWireJob } from '../data/jobs/wire.ts'
import { publish } from '../realtime/publish.ts'

/** Tells who may see a job how it stands; of one that is not listed nobody hears. */
export async function tellJob(job: JobRow, action: 'create' | 'update' = 'update'): Promise<void> {
  if (job.listed) await publish(job.companyId, 'job', { action, job: await toWireJob(job) })
}

/**
 * Milliseconds between two words about the progress of a job. Half as often as promised (twice a second), so that its end,
 * which comes once, need not wait.
 */
export const PROGRESS_MS = 1000
