import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'

/** Returns the wire form of a single contact: with the customer it is linked to. */
export async function showContact(contact: ContactRow): Promise<Contact> {
  const { companyId, customerId } = contact
  const customer = customerId === null ? undefined : await getCustomer(companyId, customerId, true)
  return {
    ...(await toWireContact(contact)),
    customer: customer ? { id: customer.id, fullName: customer.fullName, document: customer.document } : null,
  }
}
