import { AppError } from '@balcao/shared/errors.ts'
import { inParts } from '../../in-parts.ts'
import { type Change, type Changed, changeTicket, getTicket } from './ticket.ts'
import type { TicketRow } from './ticket-row.ts'

/** Told of every ticket that changed, so that browsers hear of it. */
export type Tell = (changed: Changed) => Promise<void>

/** What a change shall be, on the row as it is when it is written (`changeTicket`). */
export type Decide = (now: TicketRow) => Change | undefined

/** Tickets changed at a time. */
const PARALLEL = 8

/** Changes tickets a few at a time; `prepare` answers what to do with one. A ticket that is gone is passed over. */
export async function changeTickets(
  companyId: string,
  ids: readonly string[],
  prepare: (seen: TicketRow) => Decide | Promise<Decide>,
  tell: Tell,
): Promise<void> {
  await inParts(ids, PARALLEL, id => changeOne(companyId, id, prepare, tell))
}

async function changeOne(
  companyId: string,
  id: string,
  prepare: (seen: TicketRow) => Decide | Promise<Decide>,
  tell: Tell,
): Promise<void> {
  const seen = await getTicket(companyId, id, true)
  if (!seen) return
  try {
    const changed = await changeTicket(companyId, seen, await prepare(seen))
    if (changed.ticket !== changed.before) await tell(changed)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')) throw error
  }
}
