import { mayAccess } from '@balcao/shared/access.ts'
import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getJob, type JobRow } from '../../../data/jobs/job.ts'
import type { HttpContexts, UserContext } from '../../../http/context.ts'

export type Jobs = Handlers<typeof company, HttpContexts>['jobs']

/** Returns whether the caller sees the jobs of others. */
export const seesAll = ({ actor }: UserContext): boolean => mayAccess('admin', actor)

/**
 * Returns a job the caller requested, or for an admin any.
 * @throws ERR_NO_JOB_FOUND
 */
export async function visibleJob(ctx: UserContext, id: string): Promise<JobRow> {
  const job = await getJob(ctx.companyId, id)
  if (!job || (job.user.id !== ctx.actor.userId && !seesAll(ctx))) throw new AppError('ERR_NO_JOB_FOUND')
  return job
}
