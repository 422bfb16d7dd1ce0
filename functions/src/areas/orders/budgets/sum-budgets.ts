import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { sumBudgets } from '../../../data/orders/budget-list.ts'
import type { Operations } from '../operations.ts'
import { orderFilter } from './order-filter.ts'

export const sumListedBudgets: Operations['budgets']['summary'] = async ({ companyId }, { query }) => {
  const { total, negotiated, ...sum } = await sumBudgets(companyId, await orderFilter(companyId, query))
  return { ...sum, total: toReais(total), negotiated: toReais(negotiated) }
}
