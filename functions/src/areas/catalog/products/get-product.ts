import { requireProduct } from '../../../data/catalog/product.ts'
import { wireProduct } from '../../../data/catalog/wire.ts'
import type { Operations } from '../operations.ts'

export const getProduct: Operations['products']['get'] = async ({ companyId }, { params: { id } }) =>
  wireProduct(await requireProduct(companyId, id))
