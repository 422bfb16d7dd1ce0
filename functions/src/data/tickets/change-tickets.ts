import { AppError } from '@balcao/shared/errors.ts'
import { inParts } from '../../in-parts.ts'
import { type Change, type Changed, changeTicket, getTicket } from './ticket.ts'
import type { TicketRow } from './ticket-row.ts'

/** Callback for every changed ticket; it publishes the change to browsers. */
export type OnTicketChanged = (changed: Changed) => Promise<void>

/**
 * Function that decides the change from the row as it is when the change is written (see
 * `changeTicket`).
 */
export type Decide = (now: TicketRow) => Change | undefined

/** Number of tickets changed in parallel. */
const PARALLEL = 8

/**
 * Changes tickets a few at a time; `prepare` returns the decision for each one. A ticket that no
 * longer exists is skipped.
 */
export async function changeTickets(
  companyId: string,
  ids: readonly string[],
  prepare: (seen: TicketRow) => Decide | Promise<Decide>,
  onChanged: OnTicketChanged,
): Promise<void> {
  await inParts(ids, PARALLEL, id => changeOne(companyId, id, prepare, onChanged))
}

async function changeOne(
  companyId: string,
  id: string,
  prepare: (seen: TicketRow) => Decide | Promise<Decide>,
  onChanged: OnTicketChanged,
): Promise<void> {
  const seen = await getTicket(companyId, id, true)
  if (!seen) return
  try {
    const changed = await changeTicket(companyId, seen, await prepare(seen))
    if (changed.ticket !== changed.before) await onChanged(changed)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')) throw error
  }
}
