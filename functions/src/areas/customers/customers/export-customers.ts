import { languageOf } from '@balcao/shared/rules/language.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportCustomers: Operations['customers']['export'] = ({ companyId, actor, audit, headers }, { body }) => {
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'customersExport',
    state: { ...body, language: languageOf(headers['accept-language']), ...NO_LIST_FILE },
  })
}
