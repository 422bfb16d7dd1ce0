import { carryProduct } from '../../../data/catalog/product.ts'
import { storesOfProduct } from '../../../data/catalog/product-store.ts'
import type { Work } from '../run-step.ts'

/** A product was changed that many stores sell: each gets what it is now, whoever changes it meanwhile. */
export const productUpdate: Work<'productUpdate'> = {
  async step({ companyId, state: { productId } }) {
    for (const { storeId } of await storesOfProduct(companyId, productId, true))
      await carryProduct(companyId, storeId, productId)
    return { file: null }
  },
}
