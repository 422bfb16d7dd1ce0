import { MAX_CONTACT_TAGS } from '@balcao/shared/entities/contact.ts'
import { MAX_FIELDS } from '@balcao/shared/entities/custom-field.ts'
import { newId } from '@balcao/shared/ids.ts'
import { createContact } from '../src/data/contacts/contact.ts'
import type { ContactRow } from '../src/data/contacts/contact-row.ts'
import type { StoredFields } from '../src/data/fields/field-values.ts'

/** Returns a choice in each of as many custom fields as a kind of row may have. */
export const everyField = (): StoredFields =>
  Object.fromEntries(Array.from({ length: MAX_FIELDS }, () => [newId(), ['Ouro'] as const]))

/** Name with as many words as a search looks at. */
export const LONG_NAME = 'Ana Beatriz Costa Dias Souza Lima Melo Nunes'

/** Creates a contact to which more rows lead than a transaction has writes. */
export const addHeavyContact = (companyId: string, number: string): Promise<ContactRow> =>
  createContact(companyId, {
    name: LONG_NAME,
    number,
    email: 'ana@example.com',
    extraInfo: [],
    fields: everyField(),
    tags: Array.from({ length: MAX_CONTACT_TAGS }, newId),
  })
