import type { ShippingRow } from '../data/campaigns/shipping.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { getNumberCheck } from '../data/contacts/number-check.ts'
import { type Chat, chatOf } from '../messaging/chat-commands.ts'

/** Where a contact of a campaign is reached: as the company's contact, else as WhatsApp spells the number. */
export async function reachShipping(
  { companyId, number, lid }: ShippingRow,
  connectionId: string,
): Promise<{ chat: Chat; contact: ContactRow | undefined }> {
  const contact = number ? await findContactByNumber(companyId, number) : undefined
  if (contact) return { chat: chatOf(companyId, connectionId, contact), contact }
  const check = number ? await getNumberCheck(companyId, number) : undefined
  const person = { number: check?.number ?? number, lid: check?.lid ?? lid, isGroup: false }
  return { chat: chatOf(companyId, connectionId, person), contact: undefined }
}
