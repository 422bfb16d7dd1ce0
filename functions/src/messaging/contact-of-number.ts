import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { findContactByNumber, findOrCreateContact } from '../data/contacts/contact.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { markContact } from '../data/contacts/mark-contact.ts'
import { checkNumber } from './check-number.ts'
import { publishMetContact } from './publish-met-contact.ts'
import { publishContact } from './publish-ticket.ts'

const CHECK_TIMEOUT_MS = 8000

/**
 * Returns the contact of a number, creating it if needed: one that is known to have a WhatsApp
 * account where the connection can ask, any where it cannot.
 * @throws ERR_CONTACT_BLOCKED, ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT
 */
export async function contactOfNumber(companyId: string, connection: WhatsappRow, number: string): Promise<ContactRow> {
  const known = await findContactByNumber(companyId, number)
  // Not even a question about a blocked number leaves.
  if (known?.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  if (known?.isWhatsappValid) return known
  if (!capabilitiesOf(connection).numberCheck) return known ?? unchecked(companyId, connection, number)
  const check = await checkNumber(companyId, connection, number, CHECK_TIMEOUT_MS)
  if (!check) throw new AppError('ERR_WAPP_CHECK_CONTACT')
  if (!check.exists) {
    if (known) {
      const marked = await markContact(known, check)
      if (marked !== known) await publishContact(marked, 'update')
    }
    throw new AppError('ERR_WAPP_INVALID_CONTACT')
  }
  const peer = { number: check.number, ...(check.lid ? { lid: check.lid } : {}) }
  const found = await findOrCreateContact(companyId, { peer }, undefined, connection.id)
  await publishMetContact(found)
  return markContact(found.contact, check)
}

async function unchecked(companyId: string, connection: WhatsappRow, number: string): Promise<ContactRow> {
  const found = await findOrCreateContact(companyId, { peer: { number } }, undefined, connection.id)
  await publishMetContact(found)
  return found.contact
}
