import type { Timer } from '@balcao/shared/events/queues.ts'
import { timedEventDeliveries } from '../../data/automation/webhook-event.ts'
import { ruleEventWrites } from '../../data/rules/rule-event.ts'
import { timedEventId } from '../../data/rules/rule-timers.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isLive } from '../../data/tickets/ticket-row.ts'
import { writeEventsOnce } from './write-events-once.ts'

type ClosingTimer = Extract<Timer, { type: 'windowClosing' }>

/**
 * Raises the event of a ticket's window that closes soon, for rules and webhooks, unless the
 * contact has written since.
 */
export async function raiseWindowClosing({ companyId, ticketId, until, dueAt }: ClosingTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isLive(ticket.status) || ticket.windowUntil !== until) return
  const eventId = await timedEventId(ticketId, `closing#${until}`, dueAt)
  await writeEventsOnce([
    ...(await ruleEventWrites(companyId, [{ event: 'window.closing', ticketId, eventId }])),
    ...(await timedEventDeliveries(ticket, 'window.closing', eventId)),
  ])
}
