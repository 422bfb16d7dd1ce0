import { ITEMS_PAGE } from '@balcao/shared/api/orders/budgets.ts'
import { itemsOf, pageOfBudgets } from '../../../data/orders/budget.ts'
import { toWireRow } from '../../../data/orders/budget-row.ts'
import type { Operations } from '../operations.ts'

export const listBudgets: Operations['budgets']['list'] = async ({ companyId }, { query }) => {
  if (!query.items) {
    const { rows, ...end } = await pageOfBudgets(companyId, query, query)
    return { budGets: rows.map(toWireRow), ...end }
  }
  const { rows, ...end } = await pageOfBudgets(companyId, query, { ...query, limit: Math.min(query.limit, ITEMS_PAGE) })
  const items = await itemsOf(
    companyId,
    rows.map(({ id }) => id),
  )
  return { budGets: rows.map(row => ({ ...toWireRow(row), items: items.get(row.id) ?? [] })), ...end }
}
