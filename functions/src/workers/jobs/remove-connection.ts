import { removeAuthRows } from '../../data/channels/auth-rows.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeTickets, type Decide, type Tell } from '../../data/tickets/change-tickets.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'
import { enqueueTimer } from '../../messaging/enqueue.ts'

const close: Decide = now =>
  now.status === 'closed'
    ? undefined
    : { set: { status: 'closed' }, logs: [{ type: 'closed', user: now.user, queue: now.queue }] }

/**
 * A connection was deleted: its credentials go, and its live tickets, over which nobody can write any more, are closed. The timer that
 * looks after its campaigns and schedules, armed with the deletion, comes at once. May run again.
 */
export async function removeConnection(companyId: string, connectionId: string, tell: Tell): Promise<void> {
  // Never of a connection that is there.
  if (await getWhatsapp(companyId, connectionId, true)) return
  await enqueueTimer({ type: 'rehome', companyId, connectionId, dueAt: Date.now() })
  await removeAuthRows(companyId, connectionId)
  for await (const ids of liveTicketsOf(companyId, connectionId)) await changeTickets(companyId, ids, () => close, tell)
}
