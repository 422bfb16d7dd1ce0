import { languageOf } from '@balcao/shared/rules/language.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportProducts: Operations['products']['export'] = ({ companyId, actor, audit, headers }, { body }) => {
  const { format, ids, ...filter } = body
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'productsExport',
    state: {
      filter,
      format,
      ids,
      language: languageOf(headers['accept-language']),
      ...NO_LIST_FILE,
    },
  })
}
