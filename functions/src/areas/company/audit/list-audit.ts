import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import * as data from '../../../data/account/audit.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { Operations } from '../operations.ts'

export const listAudit: Operations['audit']['list'] = async ({ companyId }, { query }) => {
  const { limit, cursor, dateFrom, dateTo, ...filter } = query
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateTo', message: 'not before dateFrom' }] })
  const isDated = dateFrom !== undefined || dateTo !== undefined
  const { timezone } = isDated ? await readSettings(companyId) : { timezone: 'UTC' }
  const days = {
    ...(dateFrom === undefined ? {} : { from: dayRange(dateFrom, dateFrom, timezone).from }),
    ...(dateTo === undefined ? {} : { to: dayRange(dateTo, dateTo, timezone).to }),
  }
  return data.listAudit(companyId, { ...filter, ...days }, { limit, cursor })
}
