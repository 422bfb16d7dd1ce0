import { createContact, type NewContact } from '../src/data/contacts/contact.ts'
import type { ContactRow } from '../src/data/contacts/contact-row.ts'
import { someNumber } from './some-number.ts'

/** Creates a contact; `changes` name what a test is about. */
export const makeContact = (companyId: string, changes: Partial<NewContact> = {}): Promise<ContactRow> =>
  createContact(companyId, { name: 'Maria', number: someNumber(), email: '', extraInfo: [], ...changes })
