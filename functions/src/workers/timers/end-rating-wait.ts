import type { Timer } from '@balcao/shared/events/queues.ts'
import { endRating } from '../../data/tickets/live-ticket.ts'
import { getTicket } from '../../data/tickets/ticket.ts'

/**
 * Ends the wait for a rating a day after the question: what the contact writes from now on is a new
 * conversation.
 */
export async function endRatingWait({
  companyId,
  ticketId,
  dueAt,
}: Extract<Timer, { type: 'ratingOver' }>): Promise<void> {
  const ticket = await getTicket(companyId, ticketId, true)
  if (ticket) await endRating(ticket, dueAt)
}
