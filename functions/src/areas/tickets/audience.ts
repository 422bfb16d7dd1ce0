import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import type { Audience } from '../../realtime/recipients.ts'

/** Returns the audience of a ticket in its current state. */
export const audienceOf = ({ id, status, queue, user }: TicketRow): Audience => ({
  ticket: { id, status, queueId: queue?.id ?? null, userId: user?.id ?? null },
})
