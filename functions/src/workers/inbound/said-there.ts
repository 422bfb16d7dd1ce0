import type { Peer, Said } from '@balcao/shared/events/queues.ts'
import { aliasesOf, lidAlias, numberAlias, scopedAlias } from '../../data/contacts/contact-row.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

type Event = Said & { companyId: string }

/** The id of a message is chosen by who sends it: knowing one of another chat must not lead there. */
export async function isSaidThere(
  { companyId, chat, group }: Event,
  message: MessageRow,
  ticket: TicketRow,
): Promise<boolean> {
  if (group || ticket.isGroup) return ticket.isGroup && ticket.contact.number === group?.id
  const contacts = (await aliasesOf(companyId, aliasesOfPeer(chat))).values()
  return [...contacts].some(id => id === ticket.contact.id || id === message.contactId)
}

/**
 * In a group everybody sees everybody's ids, and changes only what they wrote themselves. Who is known by a number on one side
 * and by a LID alone on the other is taken for the same.
 */
export function isByAuthor({ group, sender }: Event, message: MessageRow): boolean {
  if (!group || message.fromMe) return true
  const author = message.sender
  if (author?.number && sender?.number) return author.number === sender.number
  return !author?.lid || !sender?.lid || author.lid === sender.lid
}

const aliasesOfPeer = ({ number, lid, scoped }: Peer): string[] => [
  ...(scoped ? [scopedAlias(scoped)] : []),
  ...(number ? [numberAlias(number)] : []),
  ...(lid ? [lidAlias(lid)] : []),
]
