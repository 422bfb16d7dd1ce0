import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { createContact as create, type NewContact } from '../../../data/contacts/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { keptCheck, lookUpNumber, type NumberCheck, nothingKept } from '../../../data/contacts/number-check.ts'
import { WriteRefused } from '../../../data/table/transact.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { connectedWhatsappLately } from '../../../messaging/connected-whatsapp.ts'
import { tellContact } from '../../../messaging/tell.ts'
import { askOver, withAccount } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

/** The number is kept as WhatsApp spells it, when it could be asked. */
export const createContact: Operations['contacts']['create'] = async ({ companyId }, { body }) => {
  const given = { ...body, number: normalizeNumber(body.number) }
  const connection = await connectedWhatsappLately(companyId)
  const contact = connection ? await asked(companyId, connection, given) : await unasked(companyId, given)
  await tellContact(contact, 'create')
  return toWireContact(contact)
}

async function asked(
  companyId: string,
  connection: { id: string; status: string },
  given: NewContact,
): Promise<ContactRow> {
  const known = await lookUpNumber(companyId, given.number)
  // Writing the contact refuses a second one too; this spares WhatsApp the question.
  if (known.taken) throw new AppError('ERR_DUPLICATED_CONTACT')
  const check = known.check ? withAccount(known.check) : await askOver(companyId, connection, given.number)
  return create(companyId, as(given, check))
}

/** Nobody can be asked: made at once, unless something is kept of what WhatsApp said of the number. */
async function unasked(companyId: string, given: NewContact): Promise<ContactRow> {
  try {
    return await create(companyId, given, [nothingKept(companyId, given.number)])
  } catch (error) {
    if (!(error instanceof WriteRefused) || error.label !== 'numberCheck') throw error
    return create(companyId, as(given, withAccount(keptCheck(error.existing, given.number))))
  }
}

const as = (given: NewContact, check: NumberCheck | undefined): NewContact => ({
  ...given,
  number: check?.number ?? given.number,
  lid: check?.lid ?? null,
  isWhatsappValid: check ? true : null,
})
