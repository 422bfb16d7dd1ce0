import { listMessages } from '../data/tickets/message.ts'
import type { Changed } from '../data/tickets/ticket.ts'
import { logger } from '../http/logger.ts'
import { publishMessage, publishTicket, publishTicketLogs } from '../messaging/publish-ticket.ts'
import { speak } from '../messaging/transition-ticket.ts'
import { askForPushes } from '../pushes/ask-for-pushes.ts'

/** Messages among which the contact's last one is looked for. */
const RECENT = 20

/**
 * Publishes a ticket that its queue has given to somebody, and alerts them as the contact's last
 * message would have if it came now. The contact gets the text of an accept the first time. Never
 * throws: the ticket is theirs.
 */
export async function announceGiven({ before, ticket, logs }: Changed): Promise<void> {
  await Promise.all([publishTicket(ticket, before), publishTicketLogs(ticket, logs)])
  try {
    const recent = await listMessages(ticket.companyId, ticket.id, { limit: RECENT })
    const message = recent.find(({ fromMe }) => !fromMe)
    if (message) await Promise.all([publishMessage(ticket, message, true), askForPushes(message)])
    if (before.servedAt === null) await speak('accept', ticket, null)
  } catch (error) {
    logger.warn('a ticket was given without notice', { companyId: ticket.companyId, error: error as Error })
  }
}
