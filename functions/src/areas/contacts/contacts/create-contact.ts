import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { createContact as create } from '../../../data/contacts/contact.ts'
import { lookUpNumber } from '../../../data/contacts/number-check.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { tellContact } from '../../../messaging/tell.ts'
import { knownToWhatsapp } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

/** The number is kept as WhatsApp spells it, when it could be asked. */
export const createContact: Operations['contacts']['create'] = async ({ companyId }, { body }) => {
  const number = normalizeNumber(body.number)
  const known = await lookUpNumber(companyId, number)
  // Writing the contact refuses a second one too; this spares WhatsApp the question.
  if (known.taken) throw new AppError('ERR_DUPLICATED_CONTACT')
  const check = await knownToWhatsapp(companyId, number, known)
  const contact = await create(companyId, {
    ...body,
    number: check?.number ?? number,
    lid: check?.lid ?? null,
    isWhatsappValid: check ? true : null,
  })
  await tellContact(contact, 'create')
  return toWireContact(contact)
}
