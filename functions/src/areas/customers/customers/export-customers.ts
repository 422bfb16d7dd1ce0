import { languageOf } from '@balcao/shared/rules/language.ts'
import { fieldColumns } from '../../../data/fields/field-columns.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportCustomers: Operations['customers']['export'] = async (
  { companyId, actor, audit, headers },
  { body },
) => {
  audit({})
  const fields = await fieldColumns(companyId, 'customer')
  return beginExport(companyId, actor.userId, {
    kind: 'customersExport',
    state: { ...body, fields, language: languageOf(headers['accept-language']), ...NO_LIST_FILE },
  })
}
