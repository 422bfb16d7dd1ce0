import type { SellerDay } from '@balcao/shared/api/reports/selling.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { PROMPTS } from '../../../data/automation/prompt.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { latestBudgets } from '../../../data/orders/budget-list.ts'
import type { BudgetHead } from '../../../data/orders/budget-row.ts'
import { sellingDay } from '../../../data/reports/selling-day.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { listUsers } from '../../../data/team/user.ts'
import { momentsOfDays } from '../../moments-of-days.ts'
import type { Operations } from '../operations.ts'

/** Returns a day of selling: counters of the day, and its orders summed up by seller. */
export const getSellingDay: Operations['selling']['day'] = async ({ companyId }, { query }) => {
  const day = query.day ?? localDay(Date.now(), (await getSettings(companyId)).timezone)
  const [counted, { orders, partial }, users, prompts] = await Promise.all([
    sellingDay(companyId, day),
    momentsOfDays(companyId, { dateFrom: day, dateTo: day }).then(({ from, to }) =>
      latestBudgets(companyId, { searchParam: '', from, until: to! + 1 }),
    ),
    listUsers(companyId),
    everyRow(companyId, PROMPTS),
  ])
  const bySeller = Map.groupBy(orders, ({ user }) => user.id)
  const agents = new Map(prompts.map(({ id, name }) => [id, name]))
  const people = new Map(users.map(({ id, name }) => [id, name]))
  const ids = new Set([...counted.talks.keys(), ...counted.carts.keys(), ...bySeller.keys()])
  const sellers = [...ids].map((sellerId): SellerDay => {
    const sold = bySeller.get(sellerId) ?? []
    const kind = people.has(sellerId) ? 'user' : agents.has(sellerId) ? 'agent' : 'gone'
    const paid = sold.filter(({ paidAt }) => paidAt !== null)
    const revenue = sumOf(sold)
    return {
      sellerId,
      name: people.get(sellerId) ?? agents.get(sellerId) ?? sold[0]?.user.name ?? '',
      kind,
      conversations: kind === 'agent' ? null : (counted.talks.get(sellerId) ?? 0),
      carts: counted.carts.get(sellerId) ?? 0,
      orders: sold.length,
      revenue: toReais(revenue),
      average: sold.length === 0 ? null : toReais(Math.round(revenue / sold.length)),
      paid: paid.length,
      paidTotal: toReais(sumOf(paid)),
    }
  })
  return {
    day,
    sellers: sellers.sort((a, b) => b.revenue - a.revenue || b.carts - a.carts || a.name.localeCompare(b.name, 'pt')),
    missed: counted.missed.slice(0, MOST_SHOWN),
    ranOut: counted.ranOut
      .slice(0, MOST_SHOWN)
      .map(({ at, ...product }) => ({ ...product, at: new Date(at).toISOString() })),
    partial,
  }
}

/** Number of searches and products that are shown. */
const MOST_SHOWN = 50

const sumOf = (orders: readonly BudgetHead[]): number => orders.reduce((sum, { total }) => sum + total, 0)
