import { eachDay } from '@balcao/shared/rules/days.ts'
import { madeOnDays } from '../../../data/reports/day-counter.ts'
import { dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/** Returns every day of the range, or every hour of one day, including those without a ticket. */
export const chartTicketsByDay: Operations['dashboard']['ticketsDay'] = async ({ companyId }, { query }) => {
  const { first, last } = dayRangeOf(query.initialDate, query.finalDate, ['initialDate', 'finalDate'])
  const days = await madeOnDays(companyId, first, last)
  const none = Array.from({ length: 24 }, () => 0)
  const total = (hours: readonly number[]) => hours.reduce((sum, made) => sum + made, 0)
  const data =
    first === last
      ? (days.get(first) ?? none).map((made, hour) => ({ time: `${String(hour).padStart(2, '0')}:00`, total: made }))
      : eachDay(first, last).map(date => ({ date, total: total(days.get(date) ?? none) }))
  return { count: data.reduce((sum, row) => sum + row.total, 0), data }
}
