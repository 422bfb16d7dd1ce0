import { isDeepStrictEqual } from 'node:util'
import { STATUS_BUDGETS, showStatus } from '../../../data/orders/status-budget.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'
import { requireStatusTemplate } from './require-status-template.ts'

const { update } = rowOperations(STATUS_BUDGETS, 'statusBudGets', showStatus)

export const updateStatusBudget: Operations['statusBudgets']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const before = showStatus(await requireRow(companyId, STATUS_BUDGETS, params.id, true))
  const choice = {
    templateId: body.templateId === undefined ? before.templateId : body.templateId,
    templateVariables: body.templateVariables ?? before.templateVariables,
  }
  const { templateId, templateVariables } = before
  // A template that was paused since does not keep people from changing the rest.
  if (!isDeepStrictEqual(choice, { templateId, templateVariables })) await requireStatusTemplate(companyId, choice)
  return update(ctx, { params, body })
}
