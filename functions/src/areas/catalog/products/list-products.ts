import { pageOfPricedProducts } from '../../../data/catalog/product-list.ts'
import { wireProducts } from '../../../data/catalog/wire.ts'
import type { Operations } from '../operations.ts'

export const listProducts: Operations['products']['list'] = async ({ companyId }, { query }) => {
  const { sort, limit, cursor, pageNumber, ...filter } = query
  const { rows, ...page } = await pageOfPricedProducts(companyId, filter, sort, { limit, cursor, pageNumber })
  return { ...page, products: await wireProducts(companyId, rows) }
}
