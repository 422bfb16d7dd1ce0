import type { JobRow } from '../data/jobs/job.ts'
import { logger } from '../http/logger.ts'
import { enqueueJob } from './enqueue.ts'
import { publishJob } from './publish-job.ts'

/** Enqueues the message of the job's current step. */
export const enqueueStep = ({ companyId, id, seq }: JobRow, delaySeconds = 0): Promise<void> =>
  enqueueJob({ type: 'step', companyId, jobId: id, seq }, delaySeconds)

/**
 * Begins a job whose row was written. If its message is not enqueued, the row's timer enqueues it.
 */
export async function beginJob(job: JobRow): Promise<void> {
  try {
    await enqueueStep(job)
  } catch (error) {
    logger.warn('a job begins late', { companyId: job.companyId, jobId: job.id, error: error as Error })
  }
  await publishJob(job, 'create')
}
