/**
 * Counters of the orders of a company's days, in its time zone: rows written in the transaction
 * that creates, pays or cancels an order, so that the dashboard reads days, not orders. An order's
 * figures are derived from its head only and count on the day of its creation; cancelling it takes
 * them back. A recount (recount-order-days.ts) thus gets the same result. Four rows a day, so that
 * no single row is written by everything a company sells.
 */
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { getSettings } from '../company/setting.ts'
import type { BudgetHead } from '../orders/budget-row.ts'
import { defineRow } from '../table/define-row.ts'
import { everyItem } from '../table/query-items.ts'
import { put, update, type Write } from '../table/transact.ts'
import { partOf } from './day-part.ts'
import { type Figures, figuresIn } from './figures.ts'

/** Number of orders and their total in cents, and the same of those that are paid. */
const FIGURES = ['orders', 'revenue', 'paid', 'paidTotal'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** Orders and cents by the hour of the order: `o09`, `r09`. */
const BY_HOUR = HOURS.flatMap(hour => [`o${hour}`, `r${hour}`])
const NAMES: readonly string[] = [...FIGURES, ...BY_HOUR]

/** Figures of a row, those of `FIGURES` and of hours, and its place: the day and a part of it. */
export type OrderShare = { place: string; figures: Figures }

type Counted = Pick<BudgetHead, 'id' | 'total' | 'canceledAt' | 'paidAt' | 'createdAt'>

/** Returns the figures of an order, in the time zone of its company; none of a cancelled one. */
export function shareOf({ id, total, canceledAt, paidAt, createdAt }: Counted, zone: string): OrderShare | undefined {
  if (canceledAt !== null) return undefined
  const hour = localTime(createdAt, zone).slice(0, 2)
  return {
    place: `${localDay(createdAt, zone)}#${partOf(id)}`,
    figures: {
      ...{ orders: 1, revenue: total, [`o${hour}`]: 1, [`r${hour}`]: total },
      ...(paidAt === null ? {} : { paid: 1, paidTotal: total }),
    },
  }
}

const figure = z.number().optional()

const DAYS = defineRow({
  kind: 'orderDay',
  key: { pk: '${companyId}#order-days', sk: '${place}' },
  content: z.object({
    ...(Object.fromEntries(NAMES.map(name => [name, figure])) as Record<(typeof FIGURES)[number], typeof figure>),
    companyId: z.string(),
    place: z.string(),
    /** Number of writes. */
    changes: z.number(),
  }),
  keyOnly: ['companyId', 'place'],
  unmarked: true,
})

/**
 * Returns the write, labelled `orderDay`, for an order that is created, paid, unpaid or cancelled;
 * none if no figure changes. Reads the time zone only if something is counted.
 */
export async function countOrder(before: BudgetHead | undefined, after: BudgetHead): Promise<Write[]> {
  const { companyId } = after
  if (before && before.canceledAt === after.canceledAt && (before.paidAt === null) === (after.paidAt === null))
    return []
  const { timezone } = await getSettings(companyId)
  const [from, to] = [before && shareOf(before, timezone), shareOf(after, timezone)]
  const place = (to ?? from)?.place
  if (place === undefined) return []
  const by = Object.fromEntries(
    NAMES.flatMap(name => {
      const moved = (to?.figures[name] ?? 0) - (from?.figures[name] ?? 0)
      return moved === 0 ? [] : [[name, moved]]
    }),
  )
  return [update('orderDay', DAYS.upsert({ companyId, place }, { add: { ...by, changes: 1 } }))]
}

export type OrderDayRow = OrderShare & { changes: number }

/** Number of rows per query: more than two years. */
const A_PAGE = 4000

async function rowsOf(companyId: string, from: string, to: string, consistent = false): Promise<OrderDayRow[]> {
  const options = { attributes: ['sk', 'changes', ...NAMES], consistent, limit: A_PAGE }
  const rows: OrderDayRow[] = []
  for await (const item of everyItem(DAYS.query({ companyId }, { from, to }), options))
    rows.push({ place: String(item.sk), figures: figuresIn(item, NAMES), changes: Number(item.changes) })
  return rows
}

/** Reads every row consistently. */
export const everyOrderDay = (companyId: string): Promise<OrderDayRow[]> => rowsOf(companyId, '0', '~', true)

export type OrderSums = Record<(typeof FIGURES)[number], number>

/**
 * Reads the counters of these days, both ends included: half a read unit per about eight rows, of
 * which a day has four at most.
 */
export const orderDays = (companyId: string, first: string, last: string): Promise<OrderDayRow[]> =>
  rowsOf(companyId, `${first}#`, `${last}#~`)

/**
 * Returns the orders of days; amounts in cents.
 * @param beforeHour counts only orders made before this hour of their day
 */
export function sumOrders(days: readonly OrderDayRow[], beforeHour = 24): OrderSums {
  const sums: OrderSums = { orders: 0, revenue: 0, paid: 0, paidTotal: 0 }
  for (const { figures } of days) {
    sums.paid += figures.paid ?? 0
    sums.paidTotal += figures.paidTotal ?? 0
    for (const hour of HOURS.slice(0, beforeHour)) {
      sums.orders += figures[`o${hour}`] ?? 0
      sums.revenue += figures[`r${hour}`] ?? 0
    }
  }
  return sums
}

/**
 * Returns a write, labelled `orderDay`, that sets a row to its correct figures; refused if
 * something was counted in it since it was read (`seen`; undefined if it did not exist).
 */
export function setOrderDay(companyId: string, { place, figures }: OrderShare, seen: OrderDayRow | undefined): Write {
  const row = { ...figures, companyId, place, changes: (seen?.changes ?? 0) + 1 }
  return put('orderDay', seen ? DAYS.put(row, { when: is => [is.equal('changes', seen.changes)] }) : DAYS.create(row))
}
