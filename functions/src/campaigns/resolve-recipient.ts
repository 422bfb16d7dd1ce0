import type { RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import { lookUpRecipients, type RecipientLookup } from '../data/campaigns/recipient-lookup.ts'
import { type ContactRow, getContact } from '../data/contacts/contact-row.ts'
import { reachedBy } from '../data/contacts/other-identity.ts'
import { type Chat, chatOf } from '../messaging/chat-commands.ts'

/**
 * Returns the address of a campaign's recipient: that of the company's contact, else the number as
 * WhatsApp spells it.
 * @param lookup what is known of them, where that was read already
 */
export async function resolveRecipient(
  recipient: RecipientRow,
  connectionId: string,
  lookup?: RecipientLookup,
): Promise<{ chat: Chat; contact: ContactRow | undefined }> {
  const { companyId, key, number, lid } = recipient
  const { contactId, check } = lookup ?? (await lookUpRecipients(companyId, [recipient])).get(key)!
  const contact = contactId === undefined ? undefined : await getContact(companyId, contactId, true)
  if (contact) return { chat: chatOf(companyId, connectionId, reachedBy(contact, { number, lid })), contact }
  const known = { number: check?.number ?? number, lid: check?.lid ?? lid, isGroup: false }
  return { chat: chatOf(companyId, connectionId, known), contact: undefined }
}
