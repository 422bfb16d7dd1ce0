import type { Timer } from '@balcao/shared/events/queues.ts'
import { getJob } from '../../data/jobs/job.ts'
import { enqueueStep } from '../../messaging/begin-job.ts'
import { enqueueRunStep } from '../../messaging/begin-prompt-run.ts'

/** Starts a job whose first message was lost, or waits in a long queue. */
export async function startJob({ companyId, jobId }: Extract<Timer, { type: 'startJob' }>): Promise<void> {
  const job = await getJob(companyId, jobId, true)
  if (job?.status === 'waiting') await (job.kind === 'promptRun' ? enqueueRunStep(job) : enqueueStep(job))
}
