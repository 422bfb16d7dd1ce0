import type { Step } from './turn.ts'

/** Ends the bot's part in a ticket that a person serves (decision 0015). */
export const leaveToPerson: Step = ({ ticket }) =>
  ticket.userId !== null || ticket.status !== 'pending' ? { actions: [], ends: true } : undefined
