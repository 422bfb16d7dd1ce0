import { searchInStore } from '../../../data/catalog/search-in-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireOffer } from '../../../data/catalog/wire.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

export const searchProductStores: Operations['productStores']['search'] = async ({ companyId }, { params, query }) => {
  const [rows] = await Promise.all([
    searchInStore(companyId, params.storeId, query.searchParam),
    requireRow(companyId, STORES, params.storeId),
  ])
  return { productStores: rows.map(toWireOffer) }
}
