import { keyQuery } from '../table/key-query.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { countsPartition, shippingsPartition } from './shipping.ts'

/** Rows of one read. */
const AT_ONCE = 500
/** Of them removed beside each other. */
const BESIDE = 8
/** Before every sort key. */
const LOWEST = '\u0001'

/**
 * Takes away the contacts of a campaign that was deleted, and its figures. What was said, and to whom, goes by its age. Three write
 * units a contact. May run again.
 */
export async function removeShippings(companyId: string, campaignId: string): Promise<void> {
  for (const partition of [shippingsPartition(companyId, campaignId), countsPartition(companyId, campaignId)]) {
    for (;;) {
      const query = keyQuery('main', partition, { above: LOWEST })
      const { items } = await queryItems<TableKey>(query, AT_ONCE, { attributes: ['pk', 'sk'], consistent: true })
      if (items.length === 0) break
      // A function has minutes, and there may be a million.
      const share = Math.ceil(items.length / BESIDE)
      await Promise.all(Array.from({ length: BESIDE }, (_, i) => removeKeys(items.slice(i * share, (i + 1) * share))))
    }
  }
}
