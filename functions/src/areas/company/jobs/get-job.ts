import { jobFor } from './job-for.ts'
import { type Jobs, visibleJob } from './visible-job.ts'

export const getJob: Jobs['get'] = async (ctx, { params: { id } }) => jobFor(ctx, await visibleJob(ctx, id))
