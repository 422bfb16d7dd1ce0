import { languageOf } from '@balcao/shared/rules/language.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportProducts: Operations['products']['export'] = ({ companyId, actor, audit, headers }, { body }) => {
  audit({})
  return beginExport(companyId, actor.userId, {
    kind: 'productsExport',
    state: {
      filter: JSON.parse(JSON.stringify(body)),
      language: languageOf(headers['accept-language']),
      from: null,
      parts: [],
      read: false,
    },
  })
}
