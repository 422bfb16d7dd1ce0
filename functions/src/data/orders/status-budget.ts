import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { isPaidName } from '@balcao/shared/rules/sales/paid-status.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'

type Later = 'paid' | 'templateId' | 'templateVariables'

/**
 * Order status as stored; rows older than `paid` derive it from their name, and have no template.
 */
export type StatusRow = Omit<StatusBudGet, Later> & { [K in Later]?: StatusBudGet[K] | undefined }

export const STATUS_BUDGETS: SmallList<StatusRow> = {
  kind: 'statusBudGet',
  missing: 'ERR_NO_STATUS_BUDGET_FOUND',
  text: ({ name, code }) => `${name} ${code ?? ''}`,
  // The order of the steps: by code, those without one last.
  order: ({ name, code }) => `${code ? 0 : 1} ${code ?? ''} ${name}`,
  unique: status => ({ statusBudGetName: normalizeName(status.name) }),
  taken: { statusBudGetName: 'ERR_STATUS_BUDGET_NAME_ALREADY_EXISTS' },
}

export const showStatus = (status: StatusRow): StatusBudGet => ({
  ...status,
  paid: status.paid ?? isPaidName(status.name),
  templateId: status.templateId ?? null,
  templateVariables: status.templateVariables ?? {},
})
