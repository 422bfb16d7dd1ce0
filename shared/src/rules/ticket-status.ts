import type { TicketStatus } from '../entities/ticket.ts'

/** Transition that a change of a ticket amounts to (decision 0014). */
export type TicketAction = 'accept' | 'return' | 'close' | 'reopen' | 'transfer' | 'none'

type TicketState = { status: TicketStatus; userId: string | null; queueId: string | null }

/** Requested change; absent fields stay as they are. */
export type TicketChange = { status?: TicketStatus; userId?: string | null; queueId?: string | null }

export type TicketTransition = { action: TicketAction } & TicketState

export type TicketRefusal = 'ERR_TICKET_STATUS' | 'ERR_TICKET_ALREADY_ACCEPTED'

/**
 * Returns the transition of a change and the ticket's state after it, or why it is refused.
 * - closed → open is a reopen: the ticket becomes the caller's, whatever queue it had or is given.
 * - closed is a close, from open or pending; the ticket keeps the user who closed it.
 * - with a queueId it is a transfer: to a user (open), or to the queue (pending, unassigned).
 * - open with the caller's own userId and no queueId is an accept; the ticket of another user is
 *   not accepted but transferred.
 * - pending is a return to the queue.
 * @param callerId null for a rule of the company: it closes for nobody, and accepts or reopens none
 */
export function ticketTransition(
  now: TicketState,
  change: TicketChange,
  callerId: string | null,
): TicketTransition | { refused: TicketRefusal } {
  const stay: TicketTransition = { action: 'none', ...now }
  if (change.status === undefined && change.userId === undefined && change.queueId === undefined) return stay

  if (now.status === 'closed') {
    const userId = change.userId ?? callerId
    if (change.status === 'open' && userId !== null)
      return {
        action: 'reopen',
        status: 'open',
        userId,
        queueId: change.queueId === undefined ? now.queueId : change.queueId,
      }
    // Closing a closed ticket again is a repeated click.
    return change.status === 'closed' ? stay : { refused: 'ERR_TICKET_STATUS' }
  }

  if (change.status === 'closed')
    return {
      action: 'close',
      status: 'closed',
      userId: change.userId ?? now.userId ?? (change.userId === null ? null : callerId),
      queueId: change.queueId === undefined ? now.queueId : change.queueId,
    }

  if (change.queueId !== undefined) {
    // The dialog asks for a queue; removing the queue is no transfer to anybody.
    if (change.queueId === null && change.userId == null) return { refused: 'ERR_TICKET_STATUS' }
    const userId = change.userId ?? null
    return {
      action: 'transfer',
      status: userId === null || change.status === 'pending' ? 'pending' : 'open',
      userId: change.status === 'pending' ? null : userId,
      queueId: change.queueId,
    }
  }

  if (change.status === 'pending' || change.userId === null) {
    if (now.status === 'pending') return stay
    return { action: 'return', status: 'pending', userId: null, queueId: now.queueId }
  }

  // The remaining case is open, for a user.
  const userId = change.userId ?? callerId
  if (now.status === 'open' && now.userId === userId) return stay
  if (userId === null || userId !== callerId) return { refused: 'ERR_TICKET_STATUS' }
  if (now.userId !== null) return { refused: 'ERR_TICKET_ALREADY_ACCEPTED' }
  return { action: 'accept', status: 'open', userId, queueId: now.queueId }
}
