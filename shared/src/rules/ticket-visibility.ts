import { type Actor, mayDo } from '../access.ts'

type Viewer = Actor & { userId: string; queueIds: readonly string[]; allTicket: 'enabled' | 'disabled' }
type Subject = { queueId: string | null; userId: string | null }

/**
 * Returns whether a user may see a ticket (decision 0014): admins see all; others those assigned to
 * them, those of their queues, and those without a queue when `allTicket` is enabled.
 */
export function maySeeTicket(viewer: Viewer, ticket: Subject): boolean {
  if (mayDo('tickets-manager:showall', viewer) || ticket.userId === viewer.userId) return true
  return ticket.queueId === null ? viewer.allTicket === 'enabled' : viewer.queueIds.includes(ticket.queueId)
}

/**
 * Whether a user may see what is scheduled for a contact: as the contact's live tickets, all of them; where there is none
 * only who made it, and admins.
 */
export function maySeeSchedule(viewer: Viewer, live: readonly Subject[], userId: string): boolean {
  if (mayDo('tickets-manager:showall', viewer)) return true
  return live.length > 0 ? live.every(ticket => maySeeTicket(viewer, ticket)) : userId === viewer.userId
}
