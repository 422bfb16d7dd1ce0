import type { SellerDay } from '@balcao/shared/api/reports/selling.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { PROMPTS } from '../../../data/automation/prompt.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { budgetReader, MOST_SUMMED } from '../../../data/orders/budget-list.ts'
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
    ordersOf(companyId, day),
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

/** Returns the orders of a day, the latest first, without cancelled ones. */
async function ordersOf(companyId: string, day: string): Promise<{ orders: BudgetHead[]; partial: boolean }> {
  const { from, to } = await momentsOfDays(companyId, { dateFrom: day, dateTo: day })
  const read = await budgetReader(companyId, { searchParam: '', from, until: to! + 1 })
  const orders: BudgetHead[] = []
  for (let at: unknown = null, looked = 0; ; ) {
    const slice = await read(Math.min(500, MOST_SUMMED - looked), at)
    orders.push(...slice.rows)
    looked += slice.looked
    if (!slice.more) return { orders, partial: false }
    if (looked >= MOST_SUMMED) return { orders, partial: true }
    at = slice.from
  }
}
