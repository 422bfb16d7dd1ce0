import { deleteContact } from '../../../data/contact.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

export const removeContact: Operations['contacts']['remove'] = async ({ companyId }, { params: { id } }) => {
  if (await deleteContact(companyId, id)) await publish(companyId, 'contact', { action: 'delete', contactId: id })
}
