import { countOnDays } from '../reports/day-counter.ts'
import { reportWrites } from '../reports/report-row.ts'
import { countTicket } from '../table/counter.ts'
import type { Write } from '../table/transact.ts'
import { viewWrites } from '../views/ticket-in-view.ts'
import { boardPositionWrites } from './board.ts'
import { relinkReferral } from './ticket-link.ts'
import type { TicketRow } from './ticket-row.ts'

/**
 * Returns the writes that keep the figures derived from a ticket's row: the counts of the tabs, its
 * card on the board, its report line, its copies in views, its link from the referred tickets, and
 * the figures of its days (unless `keepDays`); `room` is the number of open tickets below which the
 * new user must be. They belong in the transaction that creates (`before` undefined), changes or
 * removes (`after` undefined) the ticket.
 */
export const ticketFigures = async (
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow | undefined,
  { keepDays = false, room }: { keepDays?: boolean; room?: number | undefined } = {},
): Promise<Write[]> => [
  ...countTicket(companyId, before, after, room),
  ...boardPositionWrites(before, after),
  ...reportWrites(before, after),
  ...viewWrites(before, after),
  ...relinkReferral(companyId, (after ?? before)!.id, before?.referral, after?.referral),
  ...(keepDays ? [] : await countOnDays(companyId, before, after)),
]
