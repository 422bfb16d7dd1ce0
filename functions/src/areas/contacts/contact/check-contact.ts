import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { askWhatsapp } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

export const checkContact: Operations['contact']['check'] = async ({ companyId }, { query }) => {
  const number = normalizeNumber(query.number)
  const existing = await findContactByNumber(companyId, number)
  // The number is unchecked, or a check failed more than a day ago: it may have joined since.
  const check = existing?.isWhatsappValid ? undefined : await askWhatsapp(companyId, number)
  if (existing)
    return {
      alreadyExists: true,
      existingContact: await toWireContact(existing),
      invalido: check ? !check.exists : existing.isWhatsappValid === false,
    }
  return { alreadyExists: false, existingContact: null, invalido: check?.exists === false }
}
