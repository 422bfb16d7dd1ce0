import { languageOf } from '@balcao/shared/rules/language.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { NO_CSV } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'
import { orderFilter } from './order-filter.ts'

/** Begins a job that makes the file, with times in the company's time zone. */
export const exportBudgets: Operations['budgets']['export'] = async (
  { companyId, actor, audit, headers },
  { body },
) => {
  const [filter, { timezone }] = await Promise.all([orderFilter(companyId, body), readSettings(companyId)])
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'ordersExport',
    state: {
      filter,
      timezone,
      language: languageOf(headers['accept-language']),
      ...NO_CSV,
    },
  })
}
