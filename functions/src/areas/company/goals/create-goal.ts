import type { Goal } from '@balcao/shared/entities/goal.ts'
import { countGoals } from '../../../data/company/configuration-version.ts'
import { GOALS } from '../../../data/goals/goal.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { requireGoal } from './require-goal.ts'

export const createGoal: Operations['goals']['create'] = async ({ companyId }, { body }) => {
  await requireGoal(companyId, body)
  const row = await createRow(companyId, GOALS, newRow<Goal>(body), { writes: [countGoals(companyId, 1)] })
  await publishRow(companyId, 'goal', 'create', row)
  return row
}
