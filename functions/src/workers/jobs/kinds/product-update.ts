import { propagateProduct } from '../../../data/catalog/product.ts'
import { storesOfProduct } from '../../../data/catalog/product-store.ts'
import type { Work } from '../run-step.ts'

/**
 * Copies a changed product to each store that sells it, as it is now, even if it is changed again
 * meanwhile.
 */
export const productUpdate: Work<'productUpdate'> = {
  async step({ companyId, state: { productId } }) {
    for (const { storeId } of await storesOfProduct(companyId, productId, true))
      await propagateProduct(companyId, storeId, productId)
    return { file: null }
  },
}
