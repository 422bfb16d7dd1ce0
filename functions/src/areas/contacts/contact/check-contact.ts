import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { askWhatsapp } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

export const checkContact: Operations['contact']['check'] = async ({ companyId }, { query }) => {
  const number = normalizeNumber(query.number)
  const existing = await findContactByNumber(companyId, number)
  if (existing)
    return {
      alreadyExists: true,
      existingContact: await toWireContact(existing),
      invalido: existing.isWhatsappValid === false,
    }
  const check = await askWhatsapp(companyId, number)
  return { alreadyExists: false, existingContact: null, invalido: check?.exists === false }
}
