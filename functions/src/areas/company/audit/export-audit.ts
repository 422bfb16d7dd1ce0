import { languageOf } from '@balcao/shared/rules/language.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'
import { auditFilter } from './audit-filter.ts'

/** Begins a job that makes the file, with times in the company's time zone. */
export const exportAudit: Operations['audit']['export'] = async (
  { companyId, actor, audit, headers },
  { body: { format, ...given } },
) => {
  const [filter, { timezone }] = await Promise.all([auditFilter(companyId, given), readSettings(companyId)])
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'auditExport',
    state: {
      filter,
      format,
      timezone,
      language: languageOf(headers['accept-language']),
      ...NO_LIST_FILE,
    },
  })
}
