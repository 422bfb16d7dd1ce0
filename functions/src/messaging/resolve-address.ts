import { getContact } from '../data/contacts/contact-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { type Chat, chatOf } from './chat-commands.ts'

/**
 * Returns the address of a ticket's contact. A contact without a number (known by a LID alone, or a
 * metaPage's customer) is read; any other address is on the ticket.
 */
export async function resolveAddress(ticket: TicketRow): Promise<Chat> {
  const { companyId, whatsapp, contact, isGroup } = ticket
  const row = contact.number || isGroup ? undefined : await getContact(companyId, contact.id)
  return chatOf(companyId, whatsapp.id, { number: contact.number, lid: row?.lid, scoped: row?.scoped, isGroup })
}
