import { AppError } from '@balcao/shared/errors.ts'
import { changeContact } from '../data/contacts/contact.ts'
import { type ContactRow, getContact } from '../data/contacts/contact-row.ts'
import { logger } from '../http/logger.ts'
import { publishContact } from './publish-ticket.ts'

/**
 * Records the connection on which a contact's conversation began, was reopened or continues. Writes
 * only when it differs from the last one; a contact deleted meanwhile is left alone. Never throws:
 * the message or ticket is already written, and a caller that saw an error would write it a second
 * time.
 * @param known the contact, where it was read already
 */
export async function recordConnection(
  companyId: string,
  contactId: string,
  whatsappId: string,
  known?: ContactRow,
): Promise<void> {
  try {
    const before = known ?? (await getContact(companyId, contactId))
    if (!before || before.whatsappId === whatsappId) return
    const { contact } = await changeContact(companyId, contactId, { whatsappId })
    await publishContact(contact, 'update')
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_CONTACT_FOUND') return
    logger.warn('the connection last used with a contact was not recorded', { contactId, error: error as Error })
  }
}
