import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { contactSource, linkedTickets, unlinkContact } from '../../../data/tickets/ticket-link.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { publishTicketDeleted } from '../../../messaging/publish-ticket.ts'
import type { Work } from '../run-step.ts'

/** Tickets of a step. */
const BATCH_SIZE = 25

/**
 * Removes the tickets of a deleted contact, with their messages, notes, logs and media. A ticket
 * stays linked to the contact until all of it is removed; then its link is removed and it is
 * counted, in one transaction.
 */
export const contactRemoval: Work<'contactRemoval'> = {
  async step({ companyId, state }, count) {
    const { contactId, picture } = state
    // Never removes tickets of an existing contact.
    if (await getContact(companyId, contactId, true)) return { file: null }
    const ids = await linkedTickets(companyId, contactSource(contactId), { limit: BATCH_SIZE, consistent: true })
    for (const id of ids) {
      const ticket = await deleteTicket(companyId, id, { keepContactLink: true })
      if (ticket) await publishTicketDeleted(ticket)
      await removeTicketRows(companyId, id)
      await count(1, [unlinkContact(companyId, contactId, id)])
    }
    if (ids.length === BATCH_SIZE) return { next: state }
    // The same person may have written since, and show the same picture.
    if (picture && (await findContactByNumber(companyId, picture.number))?.picture !== picture.key)
      await removeObjects([picture.key])
    return { file: null }
  },
}
