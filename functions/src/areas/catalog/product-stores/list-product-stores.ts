import { requireProduct } from '../../../data/catalog/product.ts'
import { storesOfProduct } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireProductStore } from '../../../data/catalog/wire.ts'
import { foldName } from '../../../data/table/fold.ts'
import { fromRows, pageOf } from '../../../data/table/page.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

/** By the names of the stores; what a deleted store asked for it is shown to nobody. */
export const listProductStores: Operations['productStores']['list'] = async ({ companyId }, { params, query }) => {
  const { searchParam, ...options } = query
  const [rows, stores] = await Promise.all([
    storesOfProduct(companyId, params.productId),
    everyRow(companyId, STORES),
    requireProduct(companyId, params.productId),
  ])
  const byStore = new Map(rows.map(row => [row.storeId, row]))
  const wanted = foldName(searchParam)
  const shown = stores
    .filter(({ name }) => foldName(name).includes(wanted))
    .flatMap(store => {
      const row = byStore.get(store.id)
      return row ? [toWireProductStore(row, store)] : []
    })
  const { rows: productStores, ...page } = await pageOf(
    companyId,
    `productStores|${params.productId}|${wanted}`,
    fromRows(shown, ({ id }) => id),
    options,
  )
  return { ...page, productStores }
}
