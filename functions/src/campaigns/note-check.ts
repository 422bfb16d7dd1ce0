import type { CampaignRow } from '../data/campaigns/campaign.ts'
import { findItem, markItem } from '../data/campaigns/contact-list-item.ts'
import type { ShippingRow } from '../data/campaigns/shipping.ts'
import type { NumberCheck } from '../data/contacts/number-check.ts'
import { publish } from '../realtime/publish.ts'

/** What WhatsApp said of a contact's number stands in the list the contact came from, too. */
export async function noteCheck(
  { companyId, contactListId }: CampaignRow,
  { number }: ShippingRow,
  check: NumberCheck,
): Promise<void> {
  const item = contactListId === null ? undefined : await findItem(companyId, contactListId, number)
  const marked = item && (await markItem(item, { isWhatsappValid: check.exists, number: check.number }))
  if (marked) await publish(companyId, 'contactListItem', { action: 'update', contactListItem: marked })
}
