import type { PipelineStep } from './pipeline.ts'

/** Ends the bot's part in a ticket that a person serves (decision 0015). */
export const leaveToAttendant: PipelineStep = ({ ticket }) =>
  ticket.userId !== null || ticket.status !== 'pending' ? { actions: [], ends: true } : undefined
