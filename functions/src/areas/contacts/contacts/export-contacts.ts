import { fieldColumns } from '../../../data/fields/field-columns.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { listTags } from '../../../data/tickets/tag.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file. */
export const exportContacts: Operations['contacts']['export'] = async ({ companyId, actor }, { body }) => {
  const [fields, all] = await Promise.all([fieldColumns(companyId, 'contact'), listTags(companyId)])
  const tags = all.length > 0
  return beginExport(companyId, actor.userId, {
    kind: 'contactsExport',
    state: { ...body, fields, tags, ...NO_LIST_FILE },
  })
}
