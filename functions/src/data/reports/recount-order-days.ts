import { setTimeout as delay } from 'node:timers/promises'
import { readSettings } from '../company/setting.ts'
import { everyHead } from '../orders/budget.ts'
import { lastNumber } from '../orders/new-budget.ts'
import { correctRows } from './correct-rows.ts'
import { addFigures } from './figures.ts'
import { everyOrderDay, type OrderShare, setOrderDay, shareOf } from './order-day.ts'

const ROUNDS = 20
/** Delay before another round, ms: an index is behind the table by less. */
const PAUSE_MS = 500

/**
 * Recomputes the day counters of a company's orders in its current time zone, and returns the
 * number of rows that differed. Users may go on working: a row in which something was counted
 * meanwhile is left unchanged and checked again. Costs 2.5 read units per order.
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
    const done = await correctRows(rows, sums, (place, row, _, figures) =>
      setOrderDay(companyId, { place, figures }, row),
    )
    corrected += done.corrected
    if (done.refused === 0) return corrected
  }
  throw new Error(`the orders of ${companyId} kept changing`)
}

/**
 * Sums up the figures of every order; undefined if the index does not list all of them yet. Numbers
 * have no gaps, so the last one says how many orders there are.
 */
async function sumUp(companyId: string, zone: string): Promise<Map<string, OrderShare> | undefined> {
  const sums = new Map<string, OrderShare>()
  const last = await lastNumber(companyId)
  let seen = 0
  for await (const head of everyHead(companyId)) {
    seen++
    const share = shareOf(head, zone)
    if (!share) continue
    const sum = sums.get(share.place)
    if (sum) addFigures(sum.figures, share.figures)
    else sums.set(share.place, share)
  }
  return seen < last ? undefined : sums
}
