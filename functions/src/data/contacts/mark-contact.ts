import { changeContact } from './contact.ts'
import type { ContactRow } from './contact-row.ts'
import type { NumberCheck } from './number-check.ts'

/**
 * Stores WhatsApp's answer about a contact's number. Returns the contact as it is then, the same
 * object if nothing changed. A contact whose number was changed meanwhile stays unchanged. Throws
 * ERR_NO_CONTACT_FOUND.
 */
export async function markContact(contact: ContactRow, { exists, checkedAt }: NumberCheck): Promise<ContactRow> {
  const whatsappCheckedAt = exists ? null : checkedAt
  if (contact.isWhatsappValid === exists && (contact.whatsappCheckedAt ?? null) === whatsappCheckedAt) return contact
  const changes = { isWhatsappValid: exists, whatsappCheckedAt, ofNumber: contact.number }
  return (await changeContact(contact.companyId, contact.id, changes)).contact
}
