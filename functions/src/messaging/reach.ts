import { getContact } from '../data/contacts/contact-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { type Chat, chatOf } from './chat-commands.ts'

/** Where a ticket's contact is reached. Who has no number (a LID alone, a page's) is looked up; everybody else is on the ticket. */
export async function reachOf(ticket: TicketRow): Promise<Chat> {
  const { companyId, whatsapp, contact, isGroup } = ticket
  const row = contact.number || isGroup ? undefined : await getContact(companyId, contact.id)
  return chatOf(companyId, whatsapp.id, { number: contact.number, lid: row?.lid, scoped: row?.scoped, isGroup })
}
