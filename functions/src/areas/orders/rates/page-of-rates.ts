import type { Rate } from '@balcao/shared/entities/rate.ts'
import { type PageOptions, pageOfMatches } from '../../../data/table/page.ts'

/**
 * Returns a page of rates whose store's name contains `searchParam`.
 * @throws ERR_INVALID_CURSOR, ERR_VALIDATION
 * @param list names the list of all these rates
 */
export async function pageOfRates(
  companyId: string,
  list: string,
  rates: readonly Rate[],
  query: PageOptions & { searchParam: string },
) {
  const storeName = ({ store }: Rate) => store?.name ?? ''
  const { rows, hasMore, nextCursor } = await pageOfMatches(companyId, list, rates, storeName, query)
  return { rates: rows, hasMore, nextCursor }
}
