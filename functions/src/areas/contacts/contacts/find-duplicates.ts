import { liveJob, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import type { Operations } from '../operations.ts'

/** Begins the search of all contacts for duplicates, or returns the one under way. */
export const findDuplicates: Operations['contacts']['findDuplicates'] = async ({ companyId, actor }) => {
  const live = await liveJob(companyId, null, 'duplicateSearch', () => true)
  if (live) return { jobId: live.id }
  const { id, name } = await requireUser(companyId, actor.userId)
  const { job, writes } = newJob(companyId, {
    kind: 'duplicateSearch',
    user: { id, name },
    state: { from: null },
  })
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
