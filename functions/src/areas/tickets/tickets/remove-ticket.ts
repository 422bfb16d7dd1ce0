import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishTicketDeleted } from '../../../messaging/publish-ticket.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a ticket. It is gone from every list at once; messages, notes, log and media are removed
 * in the background.
 */
export const removeTicket: Operations['tickets']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const ticket = await deleteTicket(companyId, id)
  // Also when it is gone already: an earlier call may have been cut off before this.
  await enqueueJob({ type: 'removeTicket', companyId, ticketId: id })
  if (!ticket) return
  audit({})
  await publishTicketDeleted(ticket)
}
