import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file. */
export const exportContacts: Operations['contacts']['export'] = ({ companyId, actor }, { body }) =>
  beginExport(companyId, actor.userId, { kind: 'contactsExport', state: { ...body, ...NO_LIST_FILE } })
