import { toWireJob } from '../../../data/jobs/wire.ts'
import { type Jobs, visibleJob } from './visible-job.ts'

export const getJob: Jobs['get'] = async (ctx, { params: { id } }) => toWireJob(await visibleJob(ctx, id))
