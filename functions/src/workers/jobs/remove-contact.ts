import type { Job } from '@balcao/shared/events/queues.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { contactSource, dropLink, linkedTickets } from '../../data/tickets/ticket-link.ts'
import { deleteTicket, removeTicketRows } from '../../data/tickets/ticket-removal.ts'
import { removeObjects } from '../../integrations/storage.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { tellTicketGone } from '../../messaging/tell.ts'

/** Tickets per run; another run takes the next. */
const BATCH = 25

/**
 * A contact was deleted: its tickets, their messages, notes, logs and media go. A ticket stays among the contact's until
 * all of it is gone, so that a run that was cut off is finished by the next.
 */
export async function removeContact(job: Extract<Job, { type: 'removeContact' }>): Promise<void> {
  const { companyId, contactId, picture } = job
  // Never of a contact that is there.
  if (await getContact(companyId, contactId, true)) return
  const source = contactSource(contactId)
  const ids = await linkedTickets(companyId, source, { limit: BATCH, consistent: true })
  for (const id of ids) {
    const ticket = await deleteTicket(companyId, id, { keepContactLink: true })
    if (ticket) await tellTicketGone(ticket)
    await removeTicketRows(companyId, id)
    await dropLink(companyId, source, id)
  }
  if (ids.length === BATCH) return enqueueJob(job)
  // The same person may have written since, and show the same picture.
  if (picture && (await findContactByNumber(companyId, picture.number))?.picture !== picture.key)
    await removeObjects([picture.key])
}
