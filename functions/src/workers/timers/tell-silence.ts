import type { Timer } from '@balcao/shared/events/queues.ts'
import { timedEventDeliveries } from '../../data/automation/webhook-event.ts'
import { ruleEventWrites, withRuleDepth } from '../../data/rules/rule-event.ts'
import { idleSteps, idleWrite, silentSince, timedEventId } from '../../data/rules/rule-timers.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isLive } from '../../data/tickets/ticket-row.ts'
import { tellOnce } from './tell-once.ts'

type IdleTimer = Extract<Timer, { type: 'idleTicket' }>

/**
 * Tells rules and webhooks that nobody has written in a ticket for so long, and waits for the next
 * length.
 */
export const tellSilence = (timer: IdleTimer): Promise<void> =>
  withRuleDepth(timer.depth ?? 0, () => tellSilenceOf(timer))

async function tellSilenceOf({ companyId, ticketId, since, minutes, dueAt }: IdleTimer): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (!ticket || !isLive(ticket.status) || silentSince(ticket) !== since) return
  const next = (await idleSteps(companyId)).find(step => step > minutes)
  const eventId = await timedEventId(ticketId, `idle#${since}#${minutes}`, dueAt)
  const writes = [
    ...(await ruleEventWrites(companyId, [{ event: 'ticket.idle', ticketId, eventId, minutes }])),
    ...(await timedEventDeliveries(ticket, 'ticket.idle', eventId, { minutes })),
    ...(next === undefined ? [] : [idleWrite(ticket, since, next)]),
  ]
  await tellOnce(writes)
}
