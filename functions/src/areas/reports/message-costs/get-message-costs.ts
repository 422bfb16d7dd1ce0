import type { DayCost } from '@balcao/shared/entities/message-cost.ts'
import { priceOf } from '@balcao/shared/rules/message-price.ts'
import { messagePrices } from '../../../data/company/message-price.ts'
import { messageCostsOf } from '../../../data/reports/message-cost.ts'
import { dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns what was billed on each day of a range, by category; days without messages are left out.
 */
export const getMessageCosts: Operations['messageCosts']['get'] = async ({ companyId }, { query }) => {
  const { first, last } = dayRangeOf(query.from, query.to, ['from', 'to'])
  const [rows, table] = await Promise.all([messageCostsOf(companyId, first, last), messagePrices()])
  const days = new Map<string, DayCost>()
  for (const { day, whatsappId, country, category, count } of rows) {
    if (query.whatsappId !== undefined && query.whatsappId !== whatsappId) continue
    const price = priceOf(table, country, category)
    const known = days.get(`${day}#${category}`)
    const cost = price === null || known?.cost === null ? null : (known?.cost ?? 0) + count * price
    days.set(`${day}#${category}`, { date: day, category, count: (known?.count ?? 0) + count, cost })
  }
  const inOrder = [...days].sort(([one], [other]) => (one < other ? -1 : 1))
  return { currency: table.currency, days: inOrder.map(([, cost]) => cost) }
}
