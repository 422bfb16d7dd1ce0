import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { createContact as create, type NewContact } from '../../../data/contacts/contact.ts'
import { contactTagsToSet } from '../../../data/contacts/contact-tags.ts'
import { lookUpNumber, type NumberCheck } from '../../../data/contacts/number-check.ts'
import { fieldsChange } from '../../../data/fields/field-values.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import { connectedWhatsappLately } from '../../../messaging/connected-whatsapp.ts'
import { publishContact } from '../../../messaging/publish-ticket.ts'
import { checkNumberOver, withAccount } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'

/**
 * Creates a contact. Its number is stored as WhatsApp spells it, if WhatsApp can be asked now or
 * was within a day.
 */
export const createContact: Operations['contacts']['create'] = async ({ companyId }, { body }) => {
  const { apply } = await fieldsChange(companyId, 'contact', body.fields)
  const fields = apply(undefined)
  const { contactTags, ...typed } = body
  const tags = await contactTagsToSet(companyId, contactTags)
  const given = { ...typed, tags, number: normalizeNumber(body.number), fields }
  const connection = await connectedWhatsappLately(companyId)
  const contact = await create(companyId, as(given, await checked(companyId, connection?.id, given.number)))
  await publishContact(contact, 'create')
  return toWireContact(contact)
}

/**
 * Returns WhatsApp's answer about a number; undefined where it cannot be asked.
 * @throws ERR_DUPLICATED_CONTACT, ERR_WAPP_INVALID_CONTACT
 */
async function checked(
  companyId: string,
  connectionId: string | undefined,
  number: string,
): Promise<NumberCheck | undefined> {
  const { taken, check } = await lookUpNumber(companyId, number)
  // Writing the contact refuses a duplicate too; this spares WhatsApp the question.
  if (taken) throw new AppError('ERR_DUPLICATED_CONTACT')
  if (check) return withAccount(check)
  return connectionId === undefined ? undefined : checkNumberOver(companyId, connectionId, number)
}

const as = (given: NewContact, check: NumberCheck | undefined): NewContact => ({
  ...given,
  number: check?.number ?? given.number,
  lid: check?.lid ?? null,
  isWhatsappValid: check ? true : null,
})
