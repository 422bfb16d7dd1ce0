import { timeOfId } from '@balcao/shared/ids.ts'
import { readSettings } from '../company/setting.ts'
import { getTickets } from '../tickets/ticket.ts'
import { linkedTickets, monthSource } from '../tickets/ticket-link.ts'
import { markDaysComplete } from './complete-days.ts'
import { correctRows } from './correct-rows.ts'
import { everyDayRow, setDayRow } from './day-counter.ts'
import { addShares, type Share } from './ticket-shares.ts'

/** Number of tickets read at a time. */
const BATCH = 1000
const ROUNDS = 20

/**
 * Recomputes the day counters of a company from its tickets, in its current time zone, and returns
 * the number of rows that differed. Users may go on working: a row in which something was counted
 * meanwhile is left unchanged and checked again. Costs one read unit per ticket.
 */
export async function recountDays(companyId: string): Promise<number> {
  let corrected = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { timezone } = await readSettings(companyId)
    // The rows are read before the tickets: what is counted from here on shows in their `changes`.
    const rows = new Map((await everyDayRow(companyId)).map(row => [`${row.kind}#${row.sk}`, row]))
    const sums = await sumUp(companyId, timezone)
    const done = await correctRows(rows, sums, (_, row, sum, figures) => {
      const { kind, sk, name } = (sum ?? row)!
      return setDayRow(companyId, { kind, sk, figures, ...(name ? { name } : {}) }, row)
    })
    corrected += done.corrected
    if (done.refused === 0) {
      await markDaysComplete(companyId)
      return corrected
    }
  }
  throw new Error(`the tickets of ${companyId} kept changing`)
}

/**
 * Sums up the figures of every ticket. Tickets are read by the month of their creation, whose links
 * are always up to date.
 */
async function sumUp(companyId: string, zone: string): Promise<Map<string, Share>> {
  const sums = new Map<string, Share>()
  for (const month of monthsSince(timeOfId(companyId))) {
    let before: string | undefined
    for (;;) {
      const ids = await linkedTickets(companyId, month, { limit: BATCH, before, consistent: true })
      for (const ticket of await getTickets(companyId, ids, true)) addShares(sums, ticket, zone)
      if (ids.length < BATCH) break
      before = ids.at(-1)
    }
  }
  return sums
}

/**
 * Returns the months from the one before (clocks differ) to the one that may have begun meanwhile.
 */
function monthsSince(at: number): string[] {
  const months: string[] = []
  const first = new Date(at)
  for (let i = -1; ; i++) {
    const month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + i, 1)
    if (month > Date.now() + 86_400_000) return months
    months.push(monthSource(month))
  }
}
