import type { Rate } from '@balcao/shared/entities/rate.ts'
import { foldName } from '../../../data/table/fold.ts'
import { fromRows, type PageOptions, pageOf } from '../../../data/table/page.ts'

/**
 * A page of those rates whose store's name has `searchParam` in it. Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 * @param list names the list they are all of
 */
export async function pageOfRates(
  companyId: string,
  list: string,
  rates: readonly Rate[],
  { searchParam, ...options }: PageOptions & { searchParam: string },
) {
  const wanted = foldName(searchParam)
  const found = rates.filter(({ store }) => foldName(store?.name ?? '').includes(wanted))
  const { rows, hasMore, nextCursor } = await pageOf(
    companyId,
    `${list}|${wanted}`,
    fromRows(found, rate => rate.id),
    options,
  )
  return { rates: rows, hasMore, nextCursor }
}
