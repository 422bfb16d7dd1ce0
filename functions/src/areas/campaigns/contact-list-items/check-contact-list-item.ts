import { markItem, requireItem } from '../../../data/campaigns/contact-list-item.ts'
import { publishListItem } from '../../../messaging/publish-contact-list.ts'
import { recheckNumber } from '../../../messaging/recheck-number.ts'
import type { Operations } from '../operations.ts'

/** Asks WhatsApp about an item's number again and stores the answer. */
export const checkContactListItem: Operations['contactListItems']['check'] = async ({ companyId }, { params }) => {
  const item = await requireItem(companyId, params.id)
  const check = await recheckNumber(companyId, item.number)
  if (!check) return item
  const { exists, number, checkedAt } = check
  const marked = await markItem(item, { isWhatsappValid: exists, number, checkedAt })
  if (marked) await publishListItem('update', marked)
  // Marking changes nothing if the answer is known already, or if the item was changed meanwhile.
  return marked ?? requireItem(companyId, params.id)
}
