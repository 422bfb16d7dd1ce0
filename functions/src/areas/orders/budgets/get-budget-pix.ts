import { AppError } from '@balcao/shared/errors.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { requireBudget } from '../../../data/orders/budget.ts'
import { orderPix } from '../../../sales/order-pix.ts'
import type { Operations } from '../operations.ts'

export const getBudgetPix: Operations['budgets']['pix'] = async ({ companyId }, { params }) => {
  const whole = await requireBudget(companyId, params.id)
  if (whole.head.canceledAt !== null) throw new AppError('ERR_BUDGET_CANCELED')
  const { cents, ...code } = await orderPix(whole)
  return { ...code, total: toReais(cents) }
}
