import { mayAccess } from '@balcao/shared/access.ts'
import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getJob, type JobRow } from '../../../data/jobs/job.ts'
import type { HttpContexts, UserContext } from '../../../http/context.ts'

export type Jobs = Handlers<typeof company, HttpContexts>['jobs']

/** Whether the caller sees what others asked for. */
export const seesAll = ({ actor }: UserContext): boolean => mayAccess('admin', actor)

/** A job the caller asked for, or an admin's view of one. Throws ERR_NO_JOB_FOUND. */
export async function visibleJob(ctx: UserContext, id: string): Promise<JobRow> {
  const job = await getJob(ctx.companyId, id)
  if (!job || (job.user.id !== ctx.actor.userId && !seesAll(ctx))) throw new AppError('ERR_NO_JOB_FOUND')
  return job
}
