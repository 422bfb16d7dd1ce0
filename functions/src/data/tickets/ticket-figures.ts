import { countOnDays } from '../reports/day-counter.ts'
import { reportWrites } from '../reports/report-row.ts'
import { countTicket } from '../table/counter.ts'
import type { Write } from '../table/transact.ts'
import { boardPositionWrites } from './board.ts'
import { relinkReferral } from './ticket-link.ts'
import type { TicketRow } from './ticket-row.ts'

/**
 * Returns the writes that keep the figures derived from a ticket's row: the counts of the tabs, its
 * card on the board, its report line, its link from the referred tickets, and the figures of its days
 * (unless `keepDays`). They belong in the transaction that creates (`before` undefined), changes or removes (`after` undefined) the
 * ticket.
 */
export const ticketFigures = async (
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow | undefined,
  { keepDays = false } = {},
): Promise<Write[]> => [
  ...countTicket(companyId, before, after),
  ...boardPositionWrites(before, after),
  ...reportWrites(before, after),
  ...relinkReferral(companyId, (after ?? before)!.id, before?.referral, after?.referral),
  ...(keepDays ? [] : await countOnDays(companyId, before, after)),
]
