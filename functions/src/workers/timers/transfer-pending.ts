import type { Timer } from '@balcao/shared/events/queues.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { configurationOf } from '../../messaging/configuration.ts'
import { moveToQueue } from './move-to-queue.ts'

/** Moves a ticket that was pending for `timeToTransfer` minutes to queue `transferQueueId`. */
export async function transferPending(timer: Extract<Timer, { type: 'transferPending' }>, now: number): Promise<void> {
  const ticket = await getTicket(timer.companyId, timer.ticketId, true)
  if (ticket?.status !== 'pending') return
  const configuration = await configurationOf(ticket.companyId, ticket.whatsapp.id)
  const minutes = configuration?.connection.timeToTransfer ?? 0
  const queue = configuration?.queues.find(({ id }) => id === configuration.connection.transferQueueId)
  if (!queue || minutes <= 0) return
  // The ticket was accepted and returned meanwhile, or the time was made longer.
  const dueAt = (ticket.pendingSince ?? ticket.createdAt) + minutes * 60_000
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  const waits = (row: TicketRow) =>
    row.status === 'pending' && row.pendingSince === ticket.pendingSince && row.queue?.id !== queue.id
  await moveToQueue(ticket, queue, waits)
}
