import { getContact } from '../data/contacts/contact-row.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { type Chat, chatOf } from './chat-commands.ts'

/**
 * Returns the address of a ticket's contact. A contact without a number (known by a LID alone, or a
 * metaPage's customer) is read; any other address is on the ticket.
 * @param message message that a command is about: it exists only on the connection it was written
 * for, also when the ticket has moved to another one
 */
export async function resolveAddress(ticket: TicketRow, message?: Pick<MessageRow, 'connectionId'>): Promise<Chat> {
  const { companyId, whatsapp, contact, isGroup } = ticket
  const row = contact.number || isGroup ? undefined : await getContact(companyId, contact.id)
  const connectionId = message?.connectionId ?? whatsapp.id
  return chatOf(companyId, connectionId, { number: contact.number, lid: row?.lid, scoped: row?.scoped, isGroup })
}
