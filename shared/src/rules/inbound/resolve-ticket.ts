import { localDay } from '../working-hours.ts'
import { MINUTE, type PipelineAction, type PipelineStep } from './pipeline.ts'

/**
 * Takes the live ticket, the last one if it was closed today and the setting allows it, or a new
 * one (decision 0014).
 */
export const resolveTicket: PipelineStep = ({ state, configuration, ticket }) => {
  if (state.ticket) return { actions: [{ type: 'ticket', use: 'live' }] }
  const { settings, connection } = configuration
  const last = state.lastClosed
  const today = last !== null && localDay(last.closedAt, settings.timezone) === localDay(state.now, settings.timezone)
  const reopens = today && settings.newTicketChatForDay === 'enabled'
  const actions: PipelineAction[] = [
    reopens ? { type: 'ticket', use: 'reopen', ticketId: last.ticketId } : { type: 'ticket', use: 'create' },
  ]
  if (connection.timeToTransfer > 0 && connection.transferQueueId)
    actions.push({ type: 'arm', timer: 'transferPending', dueAt: state.now + connection.timeToTransfer * MINUTE })
  return { actions, ticket: { ...ticket, queueId: reopens ? last.queueId : null } }
}
