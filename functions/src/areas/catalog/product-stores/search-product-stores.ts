import { searchInStore } from '../../../data/catalog/search-in-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireOffer } from '../../../data/catalog/wire.ts'
import { countPersonsSearch } from '../../../data/reports/selling-day.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import type { Operations } from '../operations.ts'

/** Rate at which searches of one user are counted: a person reads what they find. */
const counted = createRateLimiter({ burst: 20, perSecond: 0.2 })

export const searchProductStores: Operations['productStores']['search'] = async (ctx, { params, query }) => {
  const { companyId, actor } = ctx
  const [rows] = await Promise.all([
    searchInStore(companyId, params.storeId, query.searchParam),
    requireRow(companyId, STORES, params.storeId),
  ])
  if (query.stood === 'true' && rows.length === 0 && counted.take(actor.userId, Date.now()) === 'pass')
    await countPersonsSearch(companyId, actor.userId, query.searchParam)
  return { productStores: rows.map(toWireOffer) }
}
