import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { findOrCreateContact } from '../../../data/contacts/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { reachedBy } from '../../../data/contacts/other-identity.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import { publishMetContact } from '../../../messaging/publish-met-contact.ts'
import type { ReceivedMessage } from './message-state.ts'
import { cachedTicketOf } from './ticket-cache.ts'

type Sender = Pick<ReceivedMessage, 'contact' | 'quoted' | 'cachedTicket'>

/** Returns the sender, created at their first message, and what can be read at the same time. */
export async function findSender(message: InboundMessage): Promise<Sender> {
  const { companyId, connectionId, group, quotedWhatsappId } = message
  const [found, cachedTicket, quoted] = await Promise.all([
    findOrCreateContact(companyId, group ? { group } : { peer: message.chat }, message.pushName, connectionId),
    cachedTicketOf(message),
    quotedWhatsappId ? findMessageByWhatsappId(companyId, connectionId, quotedWhatsappId) : undefined,
  ])
  const { contact } = found
  const isQuoted = quoted && (await mayQuote(contact, quoted))
  await publishMetContact(found)
  // A message from a number that was merged into the contact is answered there.
  const sender = group ? contact : reachedBy(contact, message.chat)
  return { contact: sender, quoted: isQuoted ? quoted : undefined, cachedTicket }
}

/**
 * Returns whether a message may be quoted in a contact's chat: one of that chat, or of a group,
 * whose members answer in private too. The sender chooses the id of what they quote.
 */
async function mayQuote({ companyId, id }: ContactRow, quoted: MessageRow): Promise<boolean> {
  if (quoted.contactId === id) return true
  const ticket = await getTicket(companyId, quoted.ticketId)
  return ticket !== undefined && (ticket.isGroup || ticket.contact.id === id)
}
