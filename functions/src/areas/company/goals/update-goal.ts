import { GOALS } from '../../../data/goals/goal.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireGoal } from './require-goal.ts'

export const updateGoal: Operations['goals']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, GOALS, params.id, true)
  await requireGoal(companyId, { ...before, ...definedFields(body) })
  const row = await changeRow(companyId, GOALS, before, body)
  await publishRow(companyId, 'goal', 'update', row)
  return row
}
