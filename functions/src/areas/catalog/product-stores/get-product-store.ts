import { AppError } from '@balcao/shared/errors.ts'
import { getProduct } from '../../../data/catalog/product-row.ts'
import { getProductStore as get } from '../../../data/catalog/product-store.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { toWireOffer } from '../../../data/catalog/wire.ts'
import { getRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

/** Returns a store price with the whole description. */
export const getProductStore: Operations['productStores']['get'] = async ({ companyId }, { params }) => {
  const [row, product, store] = await Promise.all([
    get(companyId, params.storeId, params.productId),
    getProduct(companyId, params.productId),
    getRow(companyId, STORES, params.storeId),
  ])
  if (!row || !product || !store) throw new AppError('ERR_NO_PRODUCT_STORE_FOUND')
  return toWireOffer({ ...row, description: product.description })
}
