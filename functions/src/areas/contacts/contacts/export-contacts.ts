import { liveJob, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file. Who asks again while theirs is under way is answered that one. */
export const exportContacts: Operations['contacts']['export'] = async ({ companyId, actor }) => {
  const [user, live] = await Promise.all([
    requireUser(companyId, actor.userId),
    liveJob(companyId, actor.userId, 'contactsExport'),
  ])
  if (live) return { jobId: live.id }
  const { job, writes } = newJob(companyId, {
    kind: 'contactsExport',
    user: { id: user.id, name: user.name },
    state: { from: null, parts: [], read: false },
  })
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
