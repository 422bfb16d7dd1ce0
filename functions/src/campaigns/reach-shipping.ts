import { lookUpPeople, type Person } from '../data/campaigns/person.ts'
import type { ShippingRow } from '../data/campaigns/shipping.ts'
import { type ContactRow, getContact } from '../data/contacts/contact-row.ts'
import { type Chat, chatOf } from '../messaging/chat-commands.ts'

/**
 * Returns the address of a campaign's recipient: that of the company's contact, else the number as
 * WhatsApp spells it.
 * @param person what is known of them, where that was read already
 */
export async function reachShipping(
  shipping: ShippingRow,
  connectionId: string,
  person?: Person,
): Promise<{ chat: Chat; contact: ContactRow | undefined }> {
  const { companyId, key, number, lid } = shipping
  const { contactId, check } = person ?? (await lookUpPeople(companyId, [shipping])).get(key)!
  const contact = contactId === undefined ? undefined : await getContact(companyId, contactId, true)
  if (contact) return { chat: chatOf(companyId, connectionId, contact), contact }
  const known = { number: check?.number ?? number, lid: check?.lid ?? lid, isGroup: false }
  return { chat: chatOf(companyId, connectionId, known), contact: undefined }
}
