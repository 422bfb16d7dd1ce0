import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { markItem } from '../data/campaigns/contact-list-item.ts'
import type { NumberCheck } from '../data/contacts/number-check.ts'
import { inParts } from '../in-parts.ts'

/** Items marked in parallel. */
const MAX_CONCURRENT = 25

/** WhatsApp's answers by the number that was asked about; undefined where it gave none. */
export type Checks = ReadonlyMap<string, NumberCheck | undefined>

/**
 * Stores known answers in the items of a list; an item that was changed meanwhile stays as it is.
 * Returns whether any changed.
 */
export async function markItems(items: readonly ContactListItem[], checks: Checks): Promise<boolean> {
  const marked = await inParts(items, MAX_CONCURRENT, async item => {
    const check = checks.get(item.number)
    return check && markItem(item, { isWhatsappValid: check.exists, number: check.number, checkedAt: check.checkedAt })
  })
  return marked.some(Boolean)
}
