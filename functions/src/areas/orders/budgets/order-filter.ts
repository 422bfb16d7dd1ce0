import type { OrderFilter } from '../../../data/orders/budget-list.ts'
import { momentsOfDays } from '../../moments-of-days.ts'

type OrderQuery = Omit<OrderFilter, 'from' | 'until'> & { dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Returns the filter with its days as moments in the company's time zone.
 * @throws ERR_VALIDATION where they are the wrong way round
 */
export async function orderFilter(
  companyId: string,
  { dateFrom, dateTo, searchParam, customerId, statusId, sellerId, paid, canceled }: OrderQuery,
): Promise<OrderFilter> {
  const { from, to } = await momentsOfDays(companyId, { dateFrom, dateTo })
  return {
    ...{ searchParam, customerId, statusId, sellerId, paid, canceled },
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { until: to + 1 }),
  }
}
