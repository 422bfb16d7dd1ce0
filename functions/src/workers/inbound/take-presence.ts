import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { aliasesOf, lidAlias, numberAlias } from '../../data/contacts/contact-row.ts'
import { findLiveTicket } from '../../data/tickets/ticket.ts'
import { publishPresence } from '../../messaging/publish-ticket.ts'

/** Maximum age of a presence in milliseconds; an older one is outdated. */
const FRESH = 15_000

/** Publishes that the contact of a live ticket is typing. Nothing is stored. */
export async function takePresence(event: Extract<InboundEvent, { type: 'presence' }>): Promise<void> {
  const { companyId, connectionId, chat, presence, at } = event
  if (Date.now() - at > FRESH) return
  const alias = chat.number ? numberAlias(chat.number) : chat.lid ? lidAlias(chat.lid) : undefined
  if (!alias) return
  const contactId = (await aliasesOf(companyId, [alias])).get(alias)
  const ticket = contactId && (await findLiveTicket(companyId, connectionId, contactId))
  if (ticket && !ticket.contact.blocked) await publishPresence(ticket, presence)
}
