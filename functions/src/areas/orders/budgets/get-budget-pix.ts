import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { requireStanding } from '../../../data/orders/budget.ts'
import type { Operations } from '../operations.ts'
import { orderPix } from './order-pix.ts'

export const getBudgetPix: Operations['budgets']['pix'] = async ({ companyId }, { params }) => {
  const head = await requireStanding(companyId, params.id)
  return { ...(await orderPix(head)), total: toReais(head.total) }
}
