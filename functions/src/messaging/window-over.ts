import { timeOfId } from '@balcao/shared/ids.ts'
import { CUSTOMER_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { listMessages } from '../data/tickets/message.ts'
import { windowUntilOf } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/** Number of messages among which the contact's last one over the connection is looked for. */
const MAX_MESSAGES = 100

/**
 * Returns the end (epoch ms) of the window that a ticket has on a connection it moves to; null
 * without windows. The ticket may come back: what its contact wrote there before keeps it open.
 */
export async function windowOver(
  whatsappId: string,
  { companyId, id, contact }: Pick<TicketRow, 'companyId' | 'id' | 'contact'>,
): Promise<number | null> {
  const until = await windowUntilOf(companyId, whatsappId, contact.id)
  if (until === null || until > Date.now()) return until
  const messages = await listMessages(companyId, id, { limit: MAX_MESSAGES })
  const last = messages.find(({ fromMe, connectionId }) => !fromMe && connectionId === whatsappId)
  return last ? Math.max(until, timeOfId(last.id) + CUSTOMER_WINDOW) : until
}
