import type { Timer } from '@balcao/shared/events/queues.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { configurationOf } from '../../messaging/configuration.ts'
import { moveToQueue } from './move-to-queue.ts'

/**
 * Moves a ticket to queue `sendIdQueue` when no option was chosen within `timeSendQueue` minutes of
 * its menu.
 */
export async function redirectQueue(timer: Extract<Timer, { type: 'redirectQueue' }>, now: number): Promise<void> {
  const ticket = await getTicket(timer.companyId, timer.ticketId, true)
  if (!ticket || !isChoosing(ticket)) return
  const configuration = await configurationOf(ticket.companyId, ticket.whatsapp.id)
  const minutes = configuration?.connection.timeSendQueue ?? 0
  const queue = configuration?.queues.find(({ id }) => id === configuration.connection.sendIdQueue)
  if (!queue || minutes <= 0) return
  // The menu began anew, or the time was made longer since the timer was armed.
  const dueAt = ticket.menu.startedAt + minutes * 60_000
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  await moveToQueue(ticket, queue, isChoosing)
}

const isChoosing = (ticket: TicketRow): ticket is TicketRow & { menu: NonNullable<TicketRow['menu']> } =>
  ticket.status === 'pending' && ticket.user === null && ticket.queue === null && ticket.menu !== null
