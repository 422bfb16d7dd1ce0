import type { Timer } from '@balcao/shared/events/queues.ts'
import { getWhatsapp } from '../data/channels/whatsapp.ts'
import { getQueue } from '../data/team/queue.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/** The five seconds of the toast that offers to undo the closing (4-decisions §6), and one for the way there and back. */
export const FAREWELL_MS = 6000

/** Says farewell to a ticket closed at `closedAt` (epoch ms), if that closing still stands by then. */
export const farewellTimer = (companyId: string, ticketId: string, closedAt: number): Timer => ({
  type: 'farewell',
  companyId,
  ticketId,
  closedAt,
  dueAt: closedAt + FAREWELL_MS,
})

/** The queue's text, else the connection's; '' for none. */
export async function farewellText({ companyId, queue, whatsapp }: TicketRow): Promise<string> {
  const own = queue ? (await getQueue(companyId, queue.id))?.complationMessage.trim() : ''
  return own || ((await getWhatsapp(companyId, whatsapp.id))?.complationMessage.trim() ?? '')
}
