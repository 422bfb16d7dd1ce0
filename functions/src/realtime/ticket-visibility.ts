import type { TicketRow } from '../data/tickets/ticket-row.ts'
import type { TicketVisibility } from './recipients.ts'

/** Returns the fields of a ticket that decide who may see it. */
export const visibilityOf = ({ id, status, queue, user }: TicketRow): TicketVisibility => ({
  id,
  status,
  queueId: queue?.id ?? null,
  userId: user?.id ?? null,
})
