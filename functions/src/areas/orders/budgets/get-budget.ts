import { requireBudget } from '../../../data/orders/budget.ts'
import { toWireBudget } from '../../../data/orders/budget-row.ts'
import type { Operations } from '../operations.ts'

/** Returns an order, also a cancelled one. */
export const getBudget: Operations['budgets']['get'] = async ({ companyId }, { params }) =>
  toWireBudget(await requireBudget(companyId, params.id))
