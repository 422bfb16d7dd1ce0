import type { Timer } from '@balcao/shared/events/queues.ts'
import { ruleEventWrites } from '../../data/rules/rule-event.ts'
import { timedEventId } from '../../data/rules/rule-timers.ts'
import { transact } from '../../data/table/transact.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isLive } from '../../data/tickets/ticket-row.ts'

type ClosingTimer = Extract<Timer, { type: 'windowClosing' }>

/** Tells rules that a ticket's window is about to close, unless the contact has written since. */
export async function tellWindowClosing({ companyId, ticketId, until, dueAt }: ClosingTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isLive(ticket.status) || ticket.windowUntil !== until) return
  const eventId = await timedEventId(ticketId, `closing#${until}`, dueAt)
  const writes = await ruleEventWrites(companyId, [{ event: 'window.closing', ticketId, eventId }])
  if (writes.length > 0) await transact(writes)
}
