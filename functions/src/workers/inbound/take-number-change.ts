import type { InboundNumberChange } from '@balcao/shared/events/queues.ts'
import { changeUserId, renumberContact } from '../../data/contacts/contact.ts'
import { liveTicketsOfContacts } from '../../data/tickets/contact-access.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { publishContact } from '../../messaging/publish-ticket.ts'
import { logContactChange } from '../../messaging/record-contact-change.ts'
import { publish } from '../../realtime/publish.ts'

/**
 * Gives a contact its new number and business-scoped id. Its conversations stay, its tickets show
 * the new number, and their logs say that it changed. A person whom nobody knows under the earlier
 * number is met by their next message.
 */
export async function takeNumberChange({ companyId, chat, number, lid }: InboundNumberChange): Promise<void> {
  if (lid) await changeUserId(companyId, chat, lid)
  const changed = chat.number && number ? await renumberContact(companyId, chat.number, number) : undefined
  if (!changed) return
  const { before, contact, merged } = changed
  const changes = [{ field: 'number', before: before.number || null, after: contact.number }]
  if (merged) await publish(companyId, 'contact', { action: 'delete', contactId: merged })
  await publishContact(contact, 'update')
  await enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id })
  await logContactChange(await liveTicketsOfContacts(companyId, [contact.id]), null, changes)
}
