import type { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { madeOnDays } from '../../../data/reports/day-counter.ts'
import { type OrderSums, orderDays, sumOrders } from '../../../data/reports/order-day.ts'
import type { DayRange } from '../day-range.ts'

type Answer = ResultOf<typeof dashboard.get>
type Sales = NonNullable<Answer['sales']>

const wireSums = ({ orders, revenue, paid, paidTotal }: OrderSums): Omit<Sales, 'previous'> => ({
  orders,
  revenue: toReais(revenue),
  average: orders === 0 ? null : toReais(Math.round(revenue / orders)),
  paid,
  paidTotal: toReais(paidTotal),
})

/** Returns the orders of a period and of the one before; `previous` is null if that had none. */
export async function salesOf(companyId: string, now: DayRange, before: DayRange): Promise<Sales> {
  const [days, earlierDays] = await Promise.all([
    orderDays(companyId, now.first, now.last),
    orderDays(companyId, before.first, before.last),
  ])
  const earlier = sumOrders(earlierDays)
  return { ...wireSums(sumOrders(days)), previous: earlier.orders === 0 ? null : wireSums(earlier) }
}

const DAYS_OF_WEEK = 7

/**
 * Returns tickets begun and orders made today, and what the same weekday a week ago had up to the
 * same hour: whole hours of both days, so that a morning is not compared with a whole day.
 */
export async function todayOf(companyId: string, zone: string, sells: boolean): Promise<Answer['today']> {
  const now = Date.now()
  const day = localDay(now, zone)
  const usualDay = addDays(day, -DAYS_OF_WEEK)
  const hour = Number(localTime(now, zone).slice(0, 2))
  const ordersOf = (of: string) => (sells ? orderDays(companyId, of, of) : [])
  const [made, usualMade, ordersToday, ordersUsual] = await Promise.all([
    madeOnDays(companyId, day, day),
    madeOnDays(companyId, usualDay, usualDay),
    ordersOf(day),
    ordersOf(usualDay),
  ])
  const sold = sumOrders(ordersToday)
  const sum = (hours: readonly number[] | undefined, until = 24) =>
    (hours ?? []).slice(0, until).reduce((total, each) => total + each, 0)
  return {
    day,
    hour,
    made: sum(made.get(day)),
    orders: sold.orders,
    revenue: toReais(sold.revenue),
    soFar: { made: sum(made.get(day), hour), revenue: toReais(sumOrders(ordersToday, hour).revenue) },
    usual: { made: sum(usualMade.get(usualDay), hour), revenue: toReais(sumOrders(ordersUsual, hour).revenue) },
  }
}
