import { pageOfProducts } from '../../../data/catalog/product.ts'
import { wireProducts } from '../../../data/catalog/wire.ts'
import type { Operations } from '../operations.ts'

export const listProducts: Operations['products']['list'] = async ({ companyId }, { query }) => {
  const { rows, ...page } = await pageOfProducts(companyId, query)
  return { ...page, products: await wireProducts(companyId, rows) }
}
