import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { createContact as create, findContactByNumber } from '../../../data/contacts/contact.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { tellContact } from '../../../messaging/tell.ts'
import { knownToWhatsapp } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

/** The number is kept as WhatsApp spells it, when it could be asked. */
export const createContact: Operations['contacts']['create'] = async ({ companyId }, { body }) => {
  const number = normalizeNumber(body.number)
  if (await findContactByNumber(companyId, number)) throw new AppError('ERR_DUPLICATED_CONTACT')
  const check = await knownToWhatsapp(companyId, number)
  const contact = await create(companyId, {
    ...body,
    number: check?.number ?? number,
    lid: check?.lid ?? null,
    isWhatsappValid: check ? true : null,
  })
  await tellContact(contact, 'create')
  return toWireContact(contact)
}
