import { AppError } from '@balcao/shared/errors.ts'
import { seesAll } from '../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import type { Caller } from './caller.ts'

/**
 * Requires the ticket's attendant or an admin.
 * @throws ERR_NO_PERMISSION
 */
export function requireOwn({ viewer, user }: Caller, ticket: TicketRow): void {
  if (ticket.user !== null && ticket.user.id !== user.id && !seesAll(viewer)) throw new AppError('ERR_NO_PERMISSION')
}
