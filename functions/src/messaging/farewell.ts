import type { Timer } from '@balcao/shared/events/queues.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import { getQueue } from '../data/team/queue.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/**
 * Five seconds of the toast that offers to undo the closing, plus one for the round trip to the
 * server (decision 0018).
 */
export const FAREWELL_MS = 6000

/**
 * Returns the timer that sends the farewell of a ticket closed at `closedAt` (epoch ms), if it is
 * still closed by then.
 */
export const farewellTimer = (companyId: string, ticketId: string, closedAt: number): Timer => ({
  type: 'farewell',
  companyId,
  ticketId,
  closedAt,
  dueAt: closedAt + FAREWELL_MS,
})

/**
 * Returns the farewell texts of a closed ticket: the queue's, else the connection's; '' for none.
 */
export async function closingTexts({
  companyId,
  queue,
  whatsapp,
}: TicketRow): Promise<{ farewell: string; rating: string }> {
  const [own, connection] = await Promise.all([
    queue ? getQueue(companyId, queue.id) : undefined,
    getWhatsapp(companyId, whatsapp.id),
  ])
  const text = (field: 'complationMessage' | 'ratingMessage') =>
    own?.[field].trim() || (connection?.[field].trim() ?? '')
  return { farewell: text('complationMessage'), rating: text('ratingMessage') }
}
