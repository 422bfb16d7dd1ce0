import { AppError } from '@balcao/shared/errors.ts'
import { forgetCompany, markForRemoval, removalOf } from '../../data/company/company.ts'
import { bumpConfigurationVersion } from '../../data/company/configuration-version.ts'
import { getJob, isUnderWay, newJob } from '../../data/jobs/job.ts'
import { retryUntilWritten, transact } from '../../data/table/transact.ts'
import { listUsers, requireUser } from '../../data/team/user.ts'
import type { Actor } from '../../http/context.ts'
import { beginJob } from '../../messaging/begin-job.ts'

/**
 * Deletes a company for good: from now on nobody signs in there, and a job of the caller's own
 * company removes everything. If it is being deleted already, its job is returned, or another one
 * begun where that failed.
 * @throws ERR_COMPANY_HAS_SUPER, ERR_NO_COMPANY_FOUND
 */
export async function startCompanyRemoval(
  actor: Pick<Actor, 'companyId' | 'userId'>,
  company: { id: string; name: string },
): Promise<{ jobId: string }> {
  const [user, users] = await Promise.all([requireUser(actor.companyId, actor.userId), listUsers(company.id)])
  if (actor.companyId === company.id || users.some(each => each.super)) throw new AppError('ERR_COMPANY_HAS_SUPER')
  return retryUntilWritten(async () => {
    const earlier = await removalOf(company.id)
    const running = earlier && (await getJob(earlier.companyId, earlier.jobId, true))
    if (running && isUnderWay(running)) return { jobId: running.id }
    const { job, writes } = newJob(actor.companyId, {
      kind: 'companyRemoval',
      user: { id: user.id, name: user.name },
      subject: company.name,
      state: { companyId: company.id, name: company.name, stage: 'stop', pass: 0, found: 0, from: null, gone: false },
    })
    await transact([markForRemoval(company.id, { companyId: actor.companyId, jobId: job.id }, earlier), ...writes])
    forgetCompany(company.id)
    await bumpConfigurationVersion(company.id)
    await beginJob(job)
    return { jobId: job.id }
  })
}
