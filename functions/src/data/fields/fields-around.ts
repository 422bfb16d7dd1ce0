import type { CustomField, FieldOwner, FieldValue } from '@balcao/shared/entities/custom-field.ts'
import { getContact } from '../contacts/contact-row.ts'
import { getCustomer } from '../customers/customer-row.ts'
import { everyRow } from '../table/small-list.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { CUSTOM_FIELDS, fieldsById } from './custom-field.ts'
import { type StoredFields, shownValue } from './field-values.ts'

/** Custom field with its value around a ticket; undefined where there is none. */
type FieldAround = { field: CustomField; value: FieldValue | undefined }

type Subject = { companyId: string; contactId: string; fields?: StoredFields | undefined }

/**
 * Returns custom fields with their values of a ticket, of its contact and of the contact's
 * customer. Reads only those rows that have one of the fields.
 * @param ids the fields; without them all of the company
 */
export async function fieldsAround(
  { companyId, contact, fields }: Pick<TicketRow, 'companyId' | 'fields'> & { contact: { id: string } },
  ids?: readonly string[],
): Promise<FieldAround[]> {
  const known = ids
    ? [...(await fieldsById(companyId, ids)).values()].filter(({ id }) => ids.includes(id))
    : await everyRow(companyId, CUSTOM_FIELDS)
  const values = await valuesOf({ companyId, contactId: contact.id, fields }, new Set(known.map(({ on }) => on)))
  return known.map(field => {
    const stored = values[field.on]?.[field.id]
    return { field, value: stored === undefined ? undefined : shownValue(stored) }
  })
}

async function valuesOf(
  { companyId, contactId, fields }: Subject,
  owners: ReadonlySet<FieldOwner>,
): Promise<Partial<Record<FieldOwner, StoredFields | undefined>>> {
  const isAsked = contactId !== '' && (owners.has('contact') || owners.has('customer'))
  const contact = isAsked ? await getContact(companyId, contactId) : undefined
  const customerId = owners.has('customer') ? contact?.customerId : null
  const customer = customerId ? await getCustomer(companyId, customerId) : undefined
  return { ticket: fields, contact: contact?.fields, customer: customer?.fields }
}
