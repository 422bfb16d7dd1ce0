import { STATUS_BUDGETS, showStatus } from '../../../data/orders/status-budget.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireStatusTemplate } from './require-status-template.ts'

export const createStatusBudget: Operations['statusBudgets']['create'] = async ({ companyId, actor }, { body }) => {
  await requireStatusTemplate(companyId, body)
  return createListed(companyId, STATUS_BUDGETS, { ...body, userId: actor.userId }, showStatus)
}
