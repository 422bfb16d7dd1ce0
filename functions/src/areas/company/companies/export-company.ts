import { requireCompany } from '../../../data/company/company.ts'
import { NO_EXPORT } from '../../../data/jobs/job.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/**
 * Begins a job that makes the archive, for the company's own admins only: support does not take a
 * company's data away.
 */
export const exportCompany: Operations['companies']['export'] = async ({ companyId, actor, audit }) => {
  refuseSupport(actor)
  audit({ name: (await requireCompany(companyId)).name })
  return beginExport(companyId, actor.userId, { kind: 'companyExport', state: NO_EXPORT })
}
