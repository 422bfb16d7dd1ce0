import { changeTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { publishTicket, publishTicketLogs } from '../../../messaging/publish-ticket.ts'

/**
 * Closes a ticket that was created to be closed, unless somebody accepted it meanwhile. This
 * happens after its transaction: a ticket is not created closed.
 */
export async function closeNewTicket(ticket: TicketRow): Promise<void> {
  const done = await changeTicket(ticket.companyId, ticket, now =>
    now.status === 'pending' && now.user === null
      ? { set: { status: 'closed', abandoned: false }, logs: [{ type: 'closed', queue: now.queue }] }
      : undefined,
  )
  if (done.ticket !== done.before)
    await Promise.all([publishTicket(done.ticket, done.before), publishTicketLogs(done.ticket, done.logs)])
}
