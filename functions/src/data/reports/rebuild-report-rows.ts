import { inParts } from '../../in-parts.ts'
import { CONTENDED, check, retryUntilWritten, transact } from '../table/transact.ts'
import { everyTicket } from '../tickets/every-ticket.ts'
import { getTicket } from '../tickets/ticket.ts'
import { TICKETS } from '../tickets/ticket-row.ts'
import { reportWrites } from './report-row.ts'

/** Number of tickets written in parallel. */
const PARALLEL = 8

/**
 * Rewrites the report row of every ticket of a company, for tickets older than these rows. The
 * company may go on working: a row is written only while its ticket is unchanged since it was read.
 * Idempotent. Returns the number of tickets.
 */
export async function rebuildReportRows(companyId: string): Promise<number> {
  let count = 0
  for await (const ids of everyTicket(companyId)) {
    await inParts(ids, PARALLEL, id => rebuild(companyId, id))
    count += ids.length
  }
  return count
}

const rebuild = (companyId: string, id: string): Promise<void> =>
  retryUntilWritten(
    async () => {
      const ticket = await getTicket(companyId, id, true)
      if (!ticket) return
      const unchanged = TICKETS.check(ticket, { when: is => [is.equal('version', ticket.version)] })
      await transact([check('ticket', unchanged), ...reportWrites(undefined, ticket)])
    },
    { rounds: CONTENDED },
  )
