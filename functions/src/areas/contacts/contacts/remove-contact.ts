import { deleteContact } from '../../../data/contacts/contact-removal.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a contact; refused while a ticket is not closed. The contact is gone at once; a job
 * removes its closed tickets and their content.
 */
export const removeContact: Operations['contacts']['remove'] = async (
  { companyId, actor, audit },
  { params: { id } },
) => {
  const { name } = await requireUser(companyId, actor.userId)
  const deleted = await deleteContact(companyId, id, { id: actor.userId, name })
  if (!deleted) return
  audit({ name: deleted.contact.name })
  if (deleted.job) await beginJob(deleted.job)
  await publish(companyId, 'contact', { action: 'delete', contactId: id })
}
