import { STATUS_BUDGETS, showStatus } from '../../../data/orders/status-budget.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createStatusBudget: Operations['statusBudgets']['create'] = ({ companyId, actor }, { body }) =>
  createListed(companyId, STATUS_BUDGETS, { ...body, userId: actor.userId }, showStatus)
