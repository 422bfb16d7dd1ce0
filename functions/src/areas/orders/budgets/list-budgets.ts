import { ITEMS_PAGE } from '@balcao/shared/api/orders/budgets.ts'
import { itemsOf } from '../../../data/orders/budget.ts'
import { pageOfBudgets } from '../../../data/orders/budget-list.ts'
import { toWireRow } from '../../../data/orders/budget-row.ts'
import type { Operations } from '../operations.ts'
import { orderFilter } from './order-filter.ts'

export const listBudgets: Operations['budgets']['list'] = async ({ companyId }, { query }) => {
  const filter = await orderFilter(companyId, query)
  if (!query.items) {
    const { rows, ...end } = await pageOfBudgets(companyId, filter, query, query.sort)
    return { budGets: rows.map(toWireRow), ...end }
  }
  const options = { ...query, limit: Math.min(query.limit, ITEMS_PAGE) }
  const { rows, ...end } = await pageOfBudgets(companyId, filter, options, query.sort)
  const items = await itemsOf(
    companyId,
    rows.map(({ id }) => id),
  )
  return { budGets: rows.map(row => ({ ...toWireRow(row), items: items.get(row.id) ?? [] })), ...end }
}
