import type { JobRow } from '../data/jobs/job.ts'
import { logger } from '../http/logger.ts'
import { enqueuePromptRunStep } from './enqueue.ts'
import { publishJob } from './publish-job.ts'

/** Enqueues the message of a test run's current step: models are slow, so it is no work of jobs. */
export const enqueueRunStep = ({ companyId, id, seq }: JobRow, delaySeconds = 0): Promise<void> =>
  enqueuePromptRunStep({ type: 'promptRun', companyId, jobId: id, seq }, delaySeconds)

/** Begins a test run whose rows were written; without its message, the job's timer enqueues one. */
export async function beginPromptRun(job: JobRow): Promise<void> {
  try {
    await enqueueRunStep(job)
  } catch (error) {
    logger.warn('a test run begins late', { companyId: job.companyId, jobId: job.id, error: error as Error })
  }
  await publishJob(job, 'create')
}
