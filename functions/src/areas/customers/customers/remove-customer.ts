import { unlinkCustomer } from '../../../data/contacts/contact.ts'
import { deleteCustomer } from '../../../data/customers/customer.ts'
import { tellContact } from '../../../messaging/tell.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'

/** Its addresses go with it, its contacts are nobody's customer any more, its orders stay. */
export const removeCustomer: Operations['customers']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const deleted = await deleteCustomer(companyId, id, async contactId => {
    const contact = await unlinkCustomer(companyId, contactId, id)
    if (contact) await tellContact(contact, 'update')
  })
  if (!deleted) return
  audit({ name: deleted.fullName })
  await tellGone(companyId, 'customer', id)
}
