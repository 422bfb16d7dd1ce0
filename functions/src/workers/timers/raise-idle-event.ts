import type { Timer } from '@balcao/shared/events/queues.ts'
import { timedEventDeliveries } from '../../data/automation/webhook-event.ts'
import { ruleEventWrites, withRuleDepth } from '../../data/rules/rule-event.ts'
import { idleSteps, idleWrite, silentSince, timedEventId } from '../../data/rules/rule-timers.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isLive } from '../../data/tickets/ticket-row.ts'
import { writeEventsOnce } from './write-events-once.ts'

type IdleTimer = Extract<Timer, { type: 'idleTicket' }>

/**
 * Raises the event of a ticket in which nobody has written for so long, for rules and webhooks, and
 * waits for the next length.
 */
export const raiseIdleEvent = (timer: IdleTimer): Promise<void> =>
  withRuleDepth(timer.depth ?? 0, () => raiseAtDepth(timer))

async function raiseAtDepth({ companyId, ticketId, since, minutes, dueAt }: IdleTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isLive(ticket.status) || silentSince(ticket) !== since) return
  const next = (await idleSteps(companyId)).find(step => step > minutes)
  const eventId = await timedEventId(ticketId, `idle#${since}#${minutes}`, dueAt)
  const writes = [
    ...(await ruleEventWrites(companyId, [{ event: 'ticket.idle', ticketId, eventId, minutes }])),
    ...(await timedEventDeliveries(ticket, 'ticket.idle', eventId, { minutes })),
    ...(next === undefined ? [] : [idleWrite(ticket, since, next)]),
  ]
  await writeEventsOnce(writes)
}
