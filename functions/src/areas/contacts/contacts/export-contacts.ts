import { NO_CSV } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file. */
export const exportContacts: Operations['contacts']['export'] = ({ companyId, actor }) =>
  beginExport(companyId, actor.userId, { kind: 'contactsExport', state: NO_CSV })
