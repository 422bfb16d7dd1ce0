import { type Actor, mayDo } from '../access.ts'

type Viewer = Actor & { userId: string; queueIds: readonly string[]; allTicket: 'enabled' | 'disabled' }
type Subject = { queueId: string | null; userId: string | null }

/**
 * Returns whether a user may see a ticket (decision 0014): admins see all; others see those
 * assigned to them, those of their queues, and those without a queue when `allTicket` is enabled.
 */
export function maySeeTicket(viewer: Viewer, ticket: Subject): boolean {
  if (mayDo('tickets-manager:showall', viewer) || ticket.userId === viewer.userId) return true
  return ticket.queueId === null ? viewer.allTicket === 'enabled' : viewer.queueIds.includes(ticket.queueId)
}

/**
 * Returns whether a user may see the scheduled messages of a contact: only if they may see all of
 * the contact's live tickets; without live tickets, only their author and admins may.
 */
export function maySeeSchedule(viewer: Viewer, live: readonly Subject[], userId: string): boolean {
  if (mayDo('tickets-manager:showall', viewer)) return true
  return live.length > 0 ? live.every(ticket => maySeeTicket(viewer, ticket)) : userId === viewer.userId
}
