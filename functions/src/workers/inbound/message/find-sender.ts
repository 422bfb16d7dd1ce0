import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { findOrCreateContact } from '../../../data/contacts/contact.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishContact } from '../../../messaging/publish-ticket.ts'
import type { ReceivedMessage } from './message-state.ts'
import { cachedTicketOf } from './ticket-cache.ts'

type Sender = Pick<ReceivedMessage, 'contact' | 'quoted' | 'cachedTicket'>

/** Returns the sender, created at their first message, and what can be read at the same time. */
export async function findSender(message: InboundMessage): Promise<Sender> {
  const { companyId, connectionId, group, quotedWhatsappId } = message
  const [{ contact, created, renamed, moved }, cachedTicket, quoted] = await Promise.all([
    findOrCreateContact(companyId, group ? { group } : { peer: message.chat }, message.pushName, connectionId),
    cachedTicketOf(message),
    quotedWhatsappId ? findMessageByWhatsappId(companyId, connectionId, quotedWhatsappId) : undefined,
  ])
  if (created) await publishContact(contact, 'create')
  if (renamed || moved) await publishContact(contact, 'update')
  if (renamed) await enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id })
  return { contact, quoted, cachedTicket }
}
