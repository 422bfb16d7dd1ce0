import { inParts } from '../../in-parts.ts'
import { tableName } from '../table/client.ts'
import { whileAt } from '../table/keys.ts'
import { check, transact, WriteRefused } from '../table/transact.ts'
import { everyTicket } from '../tickets/every-ticket.ts'
import { getTicket } from '../tickets/ticket.ts'
import { ticketKey } from '../tickets/ticket-row.ts'
import { reportWrites } from './report-row.ts'

/** Tickets written at a time. */
const PARALLEL = 8

/**
 * Writes the report's row of every ticket of a company anew, for tickets made before there were such rows. The company may go on
 * working: a row is written only while its ticket is the one that was read. May run again. Answers how many tickets there are.
 */
export async function rebuildReportRows(companyId: string): Promise<number> {
  let count = 0
  for await (const ids of everyTicket(companyId)) {
    await inParts(ids, PARALLEL, id => rebuild(companyId, id))
    count += ids.length
  }
  return count
}

async function rebuild(companyId: string, id: string): Promise<void> {
  for (;;) {
    const ticket = await getTicket(companyId, id, true)
    if (!ticket) return
    try {
      const unchanged = { TableName: tableName(), Key: ticketKey(companyId, id), ...whileAt(ticket) }
      await transact([check('ticket', unchanged), ...reportWrites(undefined, ticket)])
      return
    } catch (error) {
      // Changed in between: as it is now.
      if (!(error instanceof WriteRefused)) throw error
    }
  }
}
