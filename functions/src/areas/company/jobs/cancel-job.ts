import { cancelJob as cancel } from '../../../data/jobs/job.ts'
import { toWireJob } from '../../../data/jobs/wire.ts'
import { publishJob } from '../../../messaging/publish-job.ts'
import { type Jobs, visibleJob } from './visible-job.ts'

/**
 * Cancels a job. Its worker notices at its next write, which is refused. Returns the current job;
 * one that ended first stays as it ended.
 */
export const cancelJob: Jobs['cancel'] = async (ctx, { params: { id } }) => {
  await visibleJob(ctx, id)
  const { job, changed } = await cancel(ctx.companyId, id)
  if (changed) await publishJob(job)
  return toWireJob(job)
}
