import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { OrderFilter } from '../../../data/orders/budget-list.ts'

type OrderQuery = Omit<OrderFilter, 'from' | 'until'> & { dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Returns the filter with its days as moments in the company's time zone.
 * @throws ERR_VALIDATION where they are the wrong way round
 */
export async function orderFilter(
  companyId: string,
  { dateFrom, dateTo, searchParam, customerId, statusId, sellerId, paid, canceled }: OrderQuery,
): Promise<OrderFilter> {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateTo', code: 'before_start', other: 'dateFrom' }] })
  const isDated = dateFrom !== undefined || dateTo !== undefined
  const { timezone } = isDated ? await readSettings(companyId) : { timezone: 'UTC' }
  return {
    ...{ searchParam, customerId, statusId, sellerId, paid, canceled },
    ...(dateFrom === undefined ? {} : { from: dayRange(dateFrom, dateFrom, timezone).from }),
    ...(dateTo === undefined ? {} : { until: dayRange(dateTo, dateTo, timezone).to + 1 }),
  }
}
