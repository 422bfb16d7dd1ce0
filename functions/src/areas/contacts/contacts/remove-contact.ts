import { deleteContact } from '../../../data/contacts/contact-removal.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/** Refused while a ticket is not closed. The contact is gone at once; closed tickets and what is in them follow in the background. */
export const removeContact: Operations['contacts']['remove'] = async ({ companyId }, { params: { id } }) => {
  const contact = await deleteContact(companyId, id)
  const picture = contact?.picture ? { key: contact.picture, number: contact.number } : undefined
  // Also when it was gone: an earlier call may have come no further than this.
  await enqueueJob({ type: 'removeContact', companyId, contactId: id, ...(picture ? { picture } : {}) })
  if (contact) await publish(companyId, 'contact', { action: 'delete', contactId: id })
}
