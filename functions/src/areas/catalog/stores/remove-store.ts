import { STORES } from '../../../data/catalog/store.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Deletes a store. Its products are removed by a job that is written in the same transaction. */
export const removeStore: Operations['stores']['remove'] = async ({ companyId, actor, audit }, { params: { id } }) => {
  const store = await getRow(companyId, STORES, id, true)
  if (!store) return
  const { name } = await requireUser(companyId, actor.userId)
  const { job, writes } = newJob(companyId, {
    kind: 'storeRemoval',
    user: { id: actor.userId, name },
    subject: store.name,
    listed: false,
    state: { storeId: id },
  })
  if (!(await deleteRow(companyId, STORES, store, { writes }))) return
  audit({ name: store.name })
  await beginJob(job)
  await publishRowDeleted(companyId, 'store', id)
}
