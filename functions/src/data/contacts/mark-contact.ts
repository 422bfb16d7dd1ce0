import { changeContact } from './contact.ts'
import type { ContactRow } from './contact-row.ts'
import type { NumberCheck } from './number-check.ts'

/**
 * Keeps what WhatsApp said of a contact's number beside it; returns the contact as it is then, the same one when that
 * changed nothing. A contact that was given another number meanwhile stays as it is. Throws ERR_NO_CONTACT_FOUND.
 */
export async function markContact(contact: ContactRow, { exists, checkedAt }: NumberCheck): Promise<ContactRow> {
  const whatsappCheckedAt = exists ? null : checkedAt
  if (contact.isWhatsappValid === exists && (contact.whatsappCheckedAt ?? null) === whatsappCheckedAt) return contact
  const changes = { isWhatsappValid: exists, whatsappCheckedAt, ofNumber: contact.number }
  return (await changeContact(contact.companyId, contact.id, changes)).contact
}
