import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { foldName } from '../table/fold.ts'
import type { SmallList } from '../table/small-list.ts'

export const STATUS_BUDGETS: SmallList<StatusBudGet> = {
  kind: 'statusBudGet',
  missing: 'ERR_NO_STATUS_BUDGET_FOUND',
  text: ({ name, code }) => `${name} ${code ?? ''}`,
  unique: status => ({ statusBudGetName: foldName(status.name) }),
  taken: { statusBudGetName: 'ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS' },
}
