import { AppError } from '@balcao/shared/errors.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { markContact } from '../../../data/contacts/mark-contact.ts'
import { publishContact } from '../../../messaging/publish-ticket.ts'
import { recheckNumber } from '../../../messaging/recheck-number.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'
import type { Operations } from '../operations.ts'
import { showContact } from './show-contact.ts'

/**
 * Asks WhatsApp about a contact's number again and stores the answer. Only persons have a number
 * there.
 */
export const recheckContact: Operations['contacts']['check'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const [contact] = await Promise.all([requireContact(companyId, params.id), requireContactAccess(ctx, params.id)])
  if (contact.isGroup || contact.number === '') throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const check = await recheckNumber(companyId, contact.number)
  if (!check) return showContact(contact)
  const marked = await markContact(contact, check)
  if (marked !== contact) await publishContact(marked, 'update')
  return showContact(marked)
}
