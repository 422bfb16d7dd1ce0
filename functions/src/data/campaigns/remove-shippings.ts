import { keyQuery } from '../table/key-query.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { countsPartition, shippingsPartition } from './shipping.ts'

/** Number of rows per read. */
const AT_ONCE = 500
/** Number of deletions in parallel. */
const BESIDE = 8
/** Sort key before every other. */
const LOWEST = '\u0001'

/**
 * Deletes the recipients of a deleted campaign, and its figures. Rows of sent messages and their
 * chats expire by themselves. Costs three write units per recipient. Idempotent.
 */
export async function removeShippings(companyId: string, campaignId: string): Promise<void> {
  for (const partition of [shippingsPartition(companyId, campaignId), countsPartition(companyId, campaignId)]) {
    for (;;) {
      const query = keyQuery('main', partition, { above: LOWEST })
      const { items } = await queryItems<TableKey>(query, AT_ONCE, { attributes: ['pk', 'sk'], consistent: true })
      if (items.length === 0) break
      // The deletions run in parallel, as a function has minutes and there may be a million
      // recipients.
      const share = Math.ceil(items.length / BESIDE)
      await Promise.all(Array.from({ length: BESIDE }, (_, i) => removeKeys(items.slice(i * share, (i + 1) * share))))
    }
  }
}
