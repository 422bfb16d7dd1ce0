import type { Step } from './turn.ts'

/** §4.7: a ticket that somebody serves is theirs alone. */
export const leaveToPerson: Step = ({ ticket }) =>
  ticket.userId !== null || ticket.status !== 'pending' ? { actions: [], ends: true } : undefined
