import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type { TicketStanding } from './recipients.ts'

/** Returns the fields of a ticket that decide who may see it. */
export const standingOf = ({ id, status, queue, user }: TicketRow): TicketStanding => ({
  id,
  status,
  queueId: queue?.id ?? null,
  userId: user?.id ?? null,
})
