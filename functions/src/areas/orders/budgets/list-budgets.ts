import { pageOfBudgets } from '../../../data/orders/budget.ts'
import { toWireRow } from '../../../data/orders/budget-row.ts'
import type { Operations } from '../operations.ts'

export const listBudgets: Operations['budgets']['list'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfBudgets(companyId, query, query)
  return { budGets: rows.map(toWireRow), hasMore, nextCursor }
}
