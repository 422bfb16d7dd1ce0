import { requireCompany } from '../company/company.ts'
import { linkedTickets, monthSource } from './ticket-link.ts'

const BATCH = 100

/**
 * Yields the ids of all tickets of a company, newest first, in batches. Throws
 * ERR_NO_COMPANY_FOUND.
 */
export async function* everyTicket(companyId: string): AsyncGenerator<string[]> {
  const { createdAt } = await requireCompany(companyId)
  const oldest = monthSource(Date.parse(createdAt))
  for (let at = Date.now(), month = monthSource(at); month >= oldest; at = before(at), month = monthSource(at)) {
    let last: string | null = null
    for (let more = true; more; ) {
      const ids: string[] = await linkedTickets(companyId, month, { limit: BATCH, before: last })
      yield ids
      last = ids.at(-1) ?? null
      more = ids.length === BATCH
    }
  }
}

/** Returns a moment in the previous month. */
const before = (at: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1)
}
