import * as data from '../../../data/account/audit.ts'
import type { Operations } from '../operations.ts'
import { auditFilter } from './audit-filter.ts'

export const listAudit: Operations['audit']['list'] = async ({ companyId }, { query: { limit, cursor, ...filter } }) =>
  data.listAudit(companyId, await auditFilter(companyId, filter), { limit, cursor })
