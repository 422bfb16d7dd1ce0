import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import type { AuditFilter } from '../../../data/account/audit.ts'
import { readSettings } from '../../../data/company/setting.ts'

type AuditQuery = Omit<AuditFilter, 'from' | 'to'> & { dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Returns the filter with its days as moments in the company's time zone.
 * @throws ERR_VALIDATION where they are the wrong way round
 */
export async function auditFilter(
  companyId: string,
  { dateFrom, dateTo, ...filter }: AuditQuery,
): Promise<AuditFilter> {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateTo', code: 'before_start', other: 'dateFrom' }] })
  const isDated = dateFrom !== undefined || dateTo !== undefined
  const { timezone } = isDated ? await readSettings(companyId) : { timezone: 'UTC' }
  return {
    ...filter,
    ...(dateFrom === undefined ? {} : { from: dayRange(dateFrom, dateFrom, timezone).from }),
    ...(dateTo === undefined ? {} : { to: dayRange(dateTo, dateTo, timezone).to }),
  }
}
