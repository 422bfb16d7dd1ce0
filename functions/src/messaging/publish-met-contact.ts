import type { Found } from '../data/contacts/contact.ts'
import { publish } from '../realtime/publish.ts'
import { enqueueJob } from './enqueue.ts'
import { publishContact } from './publish-ticket.ts'

/**
 * Publishes a contact that was met: that it is new or changed, and that another one was merged into
 * it. A job copies its name to the tickets.
 */
export async function publishMetContact({ contact, created, renamed, moved, merged }: Found): Promise<void> {
  const { companyId, id } = contact
  if (merged) await publish(companyId, 'contact', { action: 'delete', contactId: merged })
  if (created) await publishContact(contact, 'create')
  if (renamed || moved) await publishContact(contact, 'update')
  if (renamed) await enqueueJob({ type: 'rename', companyId, entity: 'contact', id })
}
