import { removeAuthRows } from '../../data/channels/auth-rows.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeTickets, type Decide, type Tell } from '../../data/tickets/change-tickets.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'

const close: Decide = now =>
  now.status === 'closed'
    ? undefined
    : { set: { status: 'closed' }, logs: [{ type: 'closed', user: now.user, queue: now.queue }] }

/** A connection was deleted: its credentials go, and its live tickets, over which nobody can write any more, are closed. */
export async function removeConnection(companyId: string, connectionId: string, tell: Tell): Promise<void> {
  // Never of a connection that is there.
  if (await getWhatsapp(companyId, connectionId)) return
  await removeAuthRows(companyId, connectionId)
  for await (const ids of liveTicketsOf(companyId, connectionId)) await changeTickets(companyId, ids, () => close, tell)
}
