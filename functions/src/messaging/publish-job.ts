import type { JobRow } from '../data/jobs/job.ts'
import { toWireJob } from '../data/jobs/wire.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes a job's state to users who may see it; an unlisted job is not published. */
export async function publishJob(job: JobRow, action: 'create' | 'update' = 'update'): Promise<void> {
  if (job.listed) await publish(job.companyId, 'job', { action, job: await toWireJob(job) })
}

/**
 * Milliseconds between two events about a job's progress. It is half the promised rate (twice a
 * second), so that the single event of its end need not wait.
 */
export const PROGRESS_MS = 1000
