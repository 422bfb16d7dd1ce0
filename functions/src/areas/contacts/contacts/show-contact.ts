import type { Contact } from '@balcao/shared/entities/contact.ts'
import { blockedMessagesOf } from '../../../data/contacts/blocked-message.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { latestMerge } from '../../../data/contacts/merge-by-user.ts'
import type { MergeRow } from '../../../data/contacts/merge-row.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { instant } from '../../../data/instant.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'

/**
 * Returns the wire form of a single contact: with the customer it is linked to, its block, and the
 * merge that can be undone.
 */
export async function showContact(contact: ContactRow): Promise<Contact> {
  const { companyId, customerId } = contact
  const [customer, block, merge] = await Promise.all([
    customerId === null ? undefined : getCustomer(companyId, customerId, true),
    blockOf(contact),
    latestMerge(contact, Date.now()),
  ])
  return {
    ...(await toWireContact(contact)),
    customer: customer ? { id: customer.id, fullName: customer.fullName, document: customer.document } : null,
    block,
    merge: merge && merge.contactId === contact.id && merge.state !== 'undoing' ? shown(merge) : null,
  }
}

const shown = ({ other, by, at, until, state }: MergeRow): Contact['merge'] => ({
  contact: { id: other.id, name: other.name, number: other.number },
  by,
  at: instant(at),
  undoUntil: instant(until),
  moving: state === 'moving',
})

async function blockOf({ companyId, id, blocked }: ContactRow): Promise<Contact['block']> {
  if (!blocked) return null
  const { count, lastAt } = await blockedMessagesOf(companyId, id)
  return { at: instant(blocked.at), by: blocked.by, messages: count, lastMessageAt: lastAt }
}
