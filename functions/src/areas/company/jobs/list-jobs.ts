import { pageOfJobs } from '../../../data/jobs/job.ts'
import { jobFor } from './job-for.ts'
import { type Jobs, seesAll } from './visible-job.ts'

/** Lists the caller's own jobs, for an admin the company's. */
export const listJobs: Jobs['list'] = async (ctx, { query }) => {
  const userId = seesAll(ctx) ? null : ctx.actor.userId
  const { rows, hasMore, nextCursor } = await pageOfJobs(ctx.companyId, userId, query)
  return { jobs: await Promise.all(rows.map(job => jobFor(ctx, job))), hasMore, nextCursor }
}
