import type { AuditFilter } from '../../../data/account/audit.ts'
import { momentsOfDays } from '../../moments-of-days.ts'

type AuditQuery = Omit<AuditFilter, 'from' | 'to'> & { dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Returns the filter with its days as moments in the company's time zone.
 * @throws ERR_VALIDATION where they are the wrong way round
 */
export const auditFilter = async (
  companyId: string,
  { dateFrom, dateTo, ...filter }: AuditQuery,
): Promise<AuditFilter> => ({ ...filter, ...(await momentsOfDays(companyId, { dateFrom, dateTo })) })
