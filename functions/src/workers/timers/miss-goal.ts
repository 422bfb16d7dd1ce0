import type { Timer } from '@balcao/shared/events/queues.ts'
import { breachGoals } from '@balcao/shared/rules/goals/ticket-goals.ts'
import { changeTicket, getTicket } from '../../data/tickets/ticket.ts'
import { isLive } from '../../data/tickets/ticket-row.ts'
import { publishTicket } from '../../messaging/publish-ticket.ts'

type GoalTimer = Extract<Timer, { type: 'goalDue' }>

/**
 * Marks what a ticket has missed of its goals by now; its change arms the timer of the next one.
 */
export async function missGoal({ companyId, ticketId }: GoalTimer, now: number): Promise<void> {
  const found = await getTicket(companyId, ticketId, true)
  if (!found || !isLive(found.status)) return
  const { before, ticket } = await changeTicket(companyId, found, current => {
    const goals = current.goals ?? []
    const after = isLive(current.status) ? breachGoals(goals, now) : goals
    return after === goals ? undefined : { set: { goals: after }, touch: false }
  })
  if (ticket !== before) await publishTicket(ticket, before)
}
