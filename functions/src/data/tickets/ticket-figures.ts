import { countOnDays } from '../reports/day-counter.ts'
import { reportWrites } from '../reports/report-row.ts'
import { countTicket } from '../table/counter.ts'
import type { Write } from '../table/transact.ts'
import { boardWrites } from './board.ts'
import type { TicketRow } from './ticket-row.ts'

/**
 * What stands beside a ticket's row and says the same as it: the counts of the tabs, its card on the board, its line of the report
 * and the figures of its days (unless `keepDays`). They change in the transaction that makes (`before` undefined), changes or removes (`after`) it.
 */
export const ticketFigures = async (
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow | undefined,
  { keepDays = false } = {},
): Promise<Write[]> => [
  ...countTicket(companyId, before, after),
  ...boardWrites(before, after),
  ...reportWrites(before, after),
  ...(keepDays ? [] : await countOnDays(companyId, before, after)),
]
