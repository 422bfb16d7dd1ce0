import { messageId, newId } from '@balcao/shared/ids.ts'
import { requireTicket, storeMessage } from '../src/data/tickets/ticket.ts'

/**
 * Stores a contact's text in a ticket; `changes` name what a test is about, and `also` is handed on
 * to `storeMessage`.
 */
export async function receiveMessage(
  companyId: string,
  ticketId: string,
  connectionId: string,
  changes: Partial<Parameters<typeof storeMessage>[1]> = {},
  also: Parameters<typeof storeMessage>[2] = {},
) {
  const whatsappMessageId = newId()
  const message = {
    id: await messageId(connectionId, whatsappMessageId, Date.now()),
    connectionId,
    whatsappMessageId,
    body: 'oi',
    fromMe: false,
    mediaType: 'chat' as const,
    origin: 'contact' as const,
    ...changes,
  }
  const stored = await storeMessage(await requireTicket(companyId, ticketId), message, also)
  if (stored.outcome !== 'stored') throw new Error(stored.outcome)
  return stored.message
}
