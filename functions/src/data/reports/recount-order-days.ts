import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readSettings } from '../company/setting.ts'
import { everyHead } from '../orders/budget.ts'
import { lastNumber } from '../orders/new-budget.ts'
import { transact, WriteConflict } from '../table/transact.ts'
import {
  everyOrderDay,
  type OrderDayRow,
  type OrderFigures,
  type OrderShare,
  setOrderDay,
  shareOf,
} from './order-day.ts'

const ROUNDS = 20
/** Delay before another round, ms: an index is behind the table by less. */
const PAUSE_MS = 500

/**
 * Recomputes the day counters of a company's orders in its current time zone, and returns the number
 * of rows that differed. Users may go on working: a row in which something was counted meanwhile is
 * left unchanged and checked again. Costs 2.5 read units per order.
 */
export async function recountOrderDays(companyId: string): Promise<number> {
  let corrected = 0
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) await delay(PAUSE_MS)
    const { timezone } = await readSettings(companyId)
    // The rows are read before the orders: what is counted from here on shows in their `changes`.
    const rows = new Map((await everyOrderDay(companyId)).map(row => [row.place, row]))
    const sums = await sumUp(companyId, timezone)
    if (!sums) continue
    let refused = 0
    for (const place of new Set([...rows.keys(), ...sums.keys()])) {
      const done = await correct(companyId, place, rows.get(place), sums.get(place) ?? {})
      if (done === 'corrected') corrected++
      if (done === 'refused') refused++
    }
    if (refused === 0) return corrected
  }
  throw new Error(`the orders of ${companyId} kept changing`)
}

/**
 * Sums up the figures of every order; undefined if the index does not list all of them yet. Numbers
 * have no gaps, so the last one says how many orders there are.
 */
async function sumUp(companyId: string, zone: string): Promise<Map<string, OrderFigures> | undefined> {
  const sums = new Map<string, OrderFigures>()
  const last = await lastNumber(companyId)
  let seen = 0
  for await (const head of everyHead(companyId)) {
    seen++
    const share = shareOf(head, zone)
    if (!share) continue
    const sum = sums.get(share.place) ?? {}
    for (const [name, by] of Object.entries(share.figures)) sum[name] = (sum[name] ?? 0) + by
    sums.set(share.place, sum)
  }
  return seen < last ? undefined : sums
}

const present = (figures: OrderFigures): OrderFigures =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0))

async function correct(
  companyId: string,
  place: string,
  row: OrderDayRow | undefined,
  figures: OrderFigures,
): Promise<'right' | 'corrected' | 'refused'> {
  const share: OrderShare = { place, figures: present(figures) }
  if (isDeepStrictEqual(present(row?.figures ?? {}), share.figures)) return 'right'
  try {
    await transact([setOrderDay(companyId, share, row)])
    return 'corrected'
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    return 'refused'
  }
}
