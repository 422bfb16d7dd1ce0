import { languageOf } from '@balcao/shared/rules/language.ts'
import { readSettings } from '../../../data/company/setting.ts'
import { NO_CSV } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'
import { auditFilter } from './audit-filter.ts'

/** Begins a job that makes the file, with times in the company's time zone. */
export const exportAudit: Operations['audit']['export'] = async ({ companyId, actor, audit, headers }, { body }) => {
  const [filter, { timezone }] = await Promise.all([auditFilter(companyId, body), readSettings(companyId)])
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'auditExport',
    state: {
      filter,
      timezone,
      language: languageOf(headers['accept-language']),
      ...NO_CSV,
    },
  })
}
