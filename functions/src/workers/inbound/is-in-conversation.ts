import type { ConversationRef, Peer } from '@balcao/shared/events/queues.ts'
import { isBlocked } from '../../data/contacts/blocked-contact.ts'
import { aliasesOf, getContact, lidAlias, numberAlias, scopedAlias } from '../../data/contacts/contact-row.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

type Event = ConversationRef & { companyId: string }

/**
 * Returns whether a message belongs to the chat. The sender chooses a message's id, so knowing an
 * id of another chat must not give access to it. A blocked contact's chat changes no message.
 */
export async function isInConversation(
  { companyId, chat, group }: Event,
  message: MessageRow,
  ticket: TicketRow,
): Promise<boolean> {
  if (await isBlocked(companyId, ticket.contact.id)) return false
  if (group || ticket.isGroup) return ticket.isGroup && ticket.contact.number === group?.id
  const owners = new Set((await aliasesOf(companyId, aliasesOfPeer(chat))).values())
  if (owners.has(ticket.contact.id) || owners.has(message.contactId)) return true
  // In a merge, the numbers lead to the contact that stays before its conversations do.
  const contacts = await Promise.all([...owners].map(id => getContact(companyId, id, true)))
  return contacts.some(contact => contact?.merged?.some(({ id }) => id === ticket.contact.id))
}

/**
 * Returns whether the event comes from the message's author. In a group everybody sees all ids, but
 * may change only their own messages. A person known by a number on one side and by a LID alone on
 * the other counts as the same.
 */
export function isByAuthor({ group, sender }: Event, message: MessageRow): boolean {
  if (!group || message.fromMe) return true
  const author = message.sender
  if (author?.number && sender?.number) return author.number === sender.number
  return !author?.lid || !sender?.lid || author.lid === sender.lid
}

/** Returns the aliases under which a contact may be known. */
export const aliasesOfPeer = ({ number, lid, scoped }: Peer): string[] => [
  ...(scoped ? [scopedAlias(scoped)] : []),
  ...(number ? [numberAlias(number)] : []),
  ...(lid ? [lidAlias(lid)] : []),
]
