import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { COUNTS, RECIPIENTS } from './campaign-recipient.ts'

/** Number of rows per read. */
const BATCH_SIZE = 500
/** Number of deletions in parallel. */
const BESIDE = 8
/** Sort key before every other. */
const LOWEST = '\u0001'

/**
 * Deletes the recipients of a deleted campaign, and its figures. Rows of sent messages and their
 * chats expire by themselves. Costs three write units per recipient. Idempotent.
 */
export async function removeRecipients(companyId: string, campaignId: string): Promise<void> {
  const everything = { above: LOWEST }
  const partition = { companyId, campaignId }
  for (const query of [RECIPIENTS.query(partition, everything), COUNTS.query(partition, everything)]) {
    for (;;) {
      const { items } = await queryItems<TableKey>(query, BATCH_SIZE, { attributes: ['pk', 'sk'], consistent: true })
      if (items.length === 0) break
      // The deletions run in parallel, as a function has minutes and there may be a million
      // recipients.
      const share = Math.ceil(items.length / BESIDE)
      await Promise.all(Array.from({ length: BESIDE }, (_, i) => removeKeys(items.slice(i * share, (i + 1) * share))))
    }
  }
}
