import { removeAuthRows } from '../../data/channels/auth-rows.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeTickets, type Decide, type OnTicketChanged } from '../../data/tickets/change-tickets.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'
import { enqueueTimer } from '../../messaging/enqueue.ts'
import { removeOrphanTemplates } from '../../messaging/templates/remove-orphan-templates.ts'

const close: Decide = now =>
  now.status === 'closed'
    ? undefined
    : { set: { status: 'closed', abandoned: false }, logs: [{ type: 'closed', user: now.user, queue: now.queue }] }

/**
 * Cleans up after a deleted connection: removes its credentials and templates, and closes its live
 * tickets, since nobody can write over it any more. The timer that moves its campaigns and
 * schedules was armed with the deletion and fires at once. Idempotent.
 */
export async function removeConnection(
  companyId: string,
  connectionId: string,
  onChanged: OnTicketChanged,
): Promise<void> {
  // Never removes those of an existing connection.
  if (await getWhatsapp(companyId, connectionId, true)) return
  await enqueueTimer({ type: 'rehome', companyId, connectionId, dueAt: Date.now() })
  await removeAuthRows(companyId, connectionId)
  await removeOrphanTemplates(companyId)
  for await (const ids of liveTicketsOf(companyId, connectionId))
    await changeTickets(companyId, ids, () => close, onChanged)
}
