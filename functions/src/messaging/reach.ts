import { getContact } from '../data/contacts/contact-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { type Chat, chatOf } from './chat-commands.ts'

/** Where a ticket's contact is reached. Who hides the number behind a LID is looked up; everybody else is on the ticket. */
export async function reachOf(ticket: TicketRow): Promise<Chat> {
  const { companyId, whatsapp, contact, isGroup } = ticket
  const lid = contact.number || isGroup ? null : ((await getContact(companyId, contact.id))?.lid ?? null)
  return chatOf(companyId, whatsapp.id, { number: contact.number, lid, isGroup })
}
