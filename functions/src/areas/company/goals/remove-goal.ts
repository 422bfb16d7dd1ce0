import { countGoals } from '../../../data/company/configuration-version.ts'
import { GOALS } from '../../../data/goals/goal.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Deletes a goal. Tickets keep what it set for them until they are moved or reopened. */
export const removeGoal: Operations['goals']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, GOALS, id, true)
  if (!row || !(await deleteRow(companyId, GOALS, row, { writes: [countGoals(companyId, -1)] }))) return
  audit({ name: row.name })
  await publishRowDeleted(companyId, 'goal', id)
}
