import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type { TicketStanding } from './recipients.ts'

/** What of a ticket decides who may hear of it. */
export const standingOf = ({ id, status, queue, user }: TicketRow): TicketStanding => ({
  id,
  status,
  queueId: queue?.id ?? null,
  userId: user?.id ?? null,
})
