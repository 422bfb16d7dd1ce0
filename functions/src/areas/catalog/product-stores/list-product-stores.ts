import { mayAccess } from '@balcao/shared/access.ts'
import { requireProduct } from '../../../data/catalog/product.ts'
import { storesOfProduct } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireProductStore } from '../../../data/catalog/wire.ts'
import { pageOfMatches } from '../../../data/table/page.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists a product's store prices by the names of the stores; those of a deleted store are left out.
 */
export const listProductStores: Operations['productStores']['list'] = async (ctx, { params, query }) => {
  const { companyId, actor } = ctx
  const seesCosts = mayAccess('catalog', actor)
  const [offers, stores] = await Promise.all([
    storesOfProduct(companyId, params.productId),
    everyRow(companyId, STORES),
    requireProduct(companyId, params.productId),
  ])
  const byStore = new Map(offers.map(row => [row.storeId, row]))
  const shown = stores.flatMap(store => {
    const row = byStore.get(store.id)
    if (!row) return []
    const { costPrice, ...price } = toWireProductStore(row, store)
    return [seesCosts ? { ...price, costPrice } : price]
  })
  const list = `productStores|${params.productId}`
  const { rows: productStores, ...page } = await pageOfMatches(companyId, list, shown, ({ store }) => store.name, query)
  return { ...page, productStores }
}
