import type { TicketStatus } from '../entities/ticket.ts'

type Listener = { id: string; queueIds: readonly string[]; allTicket: 'enabled' | 'disabled' }
type Subject = { status: TicketStatus; userId: string | null; queueId: string | null; isGroup: boolean }

/**
 * Returns whether a user is alerted to an incoming message (decision 0033): the ticket is not
 * pending (with `allTicket` it may be), is unassigned or theirs, is in one of their queues or in
 * none, and is not a group.
 */
export const shouldNotify = (user: Listener, ticket: Subject): boolean =>
  !ticket.isGroup &&
  (ticket.status !== 'pending' || user.allTicket === 'enabled') &&
  (ticket.userId === null || ticket.userId === user.id) &&
  (ticket.queueId === null || user.queueIds.includes(ticket.queueId))
