import { isDeepStrictEqual } from 'node:util'
import { firstState, liveJob, type NewJob, newJob } from '../data/jobs/job.ts'
import { transact } from '../data/table/transact.ts'
import { requireUser } from '../data/team/user.ts'
import { beginJob } from '../messaging/begin-job.ts'

/**
 * Begins a job that makes a file for a user. If the same export of theirs is under way, that job is
 * returned.
 */
export async function beginExport(
  companyId: string,
  userId: string,
  given: Pick<NewJob, 'kind' | 'state' | 'subject'>,
): Promise<{ jobId: string }> {
  // As the row keeps it: what is undefined is not there.
  const state: NewJob['state'] = JSON.parse(JSON.stringify(given.state))
  const [user, live] = await Promise.all([
    requireUser(companyId, userId),
    liveJob(companyId, userId, given.kind, job => isDeepStrictEqual(firstState(job), state)),
  ])
  if (live) return { jobId: live.id }
  const { job, writes } = newJob(companyId, { ...given, state, user: { id: user.id, name: user.name } } as NewJob)
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
