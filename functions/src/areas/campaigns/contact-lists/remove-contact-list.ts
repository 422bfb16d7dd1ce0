import { CONTACT_LISTS, deleteContactList } from '../../../data/campaigns/contact-list.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a contact list. Its items are removed by a job that is written in the same transaction.
 */
export const removeContactList: Operations['contactLists']['remove'] = async (
  { companyId, actor, audit },
  { params: { id } },
) => {
  const list = await getRow(companyId, CONTACT_LISTS, id, true)
  if (!list) return
  const { name } = await requireUser(companyId, actor.userId)
  const { job, writes } = newJob(companyId, {
    kind: 'contactListRemoval',
    user: { id: actor.userId, name },
    subject: list.name,
    listed: false,
    state: { contactListId: id },
  })
  if (!(await deleteContactList(companyId, list, writes))) return
  audit({ name: list.name })
  await beginJob(job)
  await publishRowDeleted(companyId, 'contactList', id)
}
