import type { InboundNumberChange } from '@balcao/shared/events/queues.ts'
import { changeUserId, renumberContact } from '../../data/contacts/contact.ts'
import type { ContactRow } from '../../data/contacts/contact-row.ts'
import { liveTicketsOfContacts } from '../../data/tickets/contact-access.ts'
import { publishMetContact } from '../../messaging/publish-met-contact.ts'
import { logContactChange } from '../../messaging/record-contact-change.ts'

/**
 * Gives a contact its new number and business-scoped id. Its conversations stay, its tickets show
 * the new number, and their logs say that it changed. A person whom nobody knows under the earlier
 * number is met by their next message.
 */
export async function takeNumberChange({ companyId, chat, number, lid }: InboundNumberChange): Promise<void> {
  const known = lid ? await changeUserId(companyId, chat, lid) : undefined
  if (known?.merged) await publishMerged(known.contact, known.merged)
  const changed = chat.number && number ? await renumberContact(companyId, chat.number, number) : undefined
  if (!changed) return
  const { before, contact, merged } = changed
  const changes = [{ field: 'number', before: before.number || null, after: contact.number }]
  await publishMerged(contact, merged)
  await logContactChange(await liveTicketsOfContacts(companyId, [contact.id]), null, changes)
}

const publishMerged = (contact: ContactRow, merged: string | undefined): Promise<void> =>
  publishMetContact({ contact, created: false, renamed: true, moved: false, merged })
